"""Watching by link, leaving a game, removing games from the list, and characters for bots."""

from typing import Any

from django.db import migrations, models

from ichiba.site.titles import characters


def name_bots(apps: Any, schema_editor: Any) -> None:
    """Rename the bots of older tables ("Greedy 2") to characters."""
    # A backup is migrated beside the database of the site.
    all_seats = apps.get_model('site', 'Seat').objects.using(schema_editor.connection.alias)
    with_bots = all_seats.exclude(bot='').order_by().values_list('table_id', flat=True)
    for table in list(with_bots.distinct()):
        seats = list(all_seats.filter(table=table).select_related('table').order_by('number'))
        people = [seat.name for seat in seats if not seat.bot]
        names = characters.names_for(seats[0].table.game, [seat.bot for seat in seats], people)
        for seat, name in zip(seats, names, strict=True):
            if seat.bot:
                all_seats.filter(pk=seat.pk).update(name=name)


class Migration(migrations.Migration):

    dependencies = [
        ('site', '0005_preferences'),
    ]

    operations = [
        # Existing tables were private, and stay private.
        migrations.AddField(
            model_name='table',
            name='watchable',
            field=models.BooleanField(default=False),
        ),
        migrations.AlterField(
            model_name='table',
            name='watchable',
            field=models.BooleanField(default=True),
        ),
        migrations.AddField(
            model_name='seat',
            name='left',
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name='seat',
            name='put_away',
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name='chatline',
            name='watching',
            field=models.BooleanField(default=False),
        ),
        migrations.AlterField(
            model_name='happening',
            name='kind',
            field=models.CharField(choices=[('sat', 'joined'), ('left', 'left before the start'), ('absent', 'was replaced with a bot after a vote'), ('unblocked', 'was replaced with a bot by a moderator'), ('gone', 'is gone and was replaced with a bot'), ('quit', 'left the game'), ('back', 'came back'), ('ended', 'the game was ended by a moderator')], max_length=10),
        ),
        migrations.RunPython(name_bots, migrations.RunPython.noop, elidable=True),
    ]
