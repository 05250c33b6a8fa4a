"""Clocks with a bank of time, quiet hours, days off, and what happens at zero."""

from typing import Any

import django.db.models.deletion
from django.db import migrations, models
from django.utils import timezone

# Seconds per turn of the time limits so far.
OLD = {'live': 5 * 60, 'day': 24 * 3600, 'week': 7 * 24 * 3600}


def set_numbers(apps: Any, schema_editor: Any) -> None:
    """Give tables the numbers of their time limit, and let the clocks of games in progress run."""
    # A backup is migrated beside the database of the site.
    alias = schema_editor.connection.alias
    tables = apps.get_model('site', 'Table').objects.using(alias)
    seats = apps.get_model('site', 'Seat').objects.using(alias)
    errands = apps.get_model('site', 'Errand').objects.using(alias)
    for pace, seconds in OLD.items():
        tables.filter(pace=pace).update(bank=seconds, gain=seconds, most=seconds)
    # While a bot plays, no clock runs.
    seats.exclude(due_since=None).exclude(bot='', stand_in='').update(due_since=None)
    now, running = timezone.now(), tables.filter(status='running', pace__in=OLD)
    for pk in running.values_list('pk', flat=True):
        errands.get_or_create(kind='alarm', key=str(pk), defaults={'due': now})
    if running.update(alarm=now):
        errands.get_or_create(kind='beat', key='', defaults={'due': now})


class Migration(migrations.Migration):

    dependencies = [
        ('site', "0015_language"),
    ]

    operations = [
        migrations.AddField(
            model_name='notices',
            name='quiet_from',
            field=models.IntegerField(null=True),
        ),
        migrations.AddField(
            model_name='notices',
            name='quiet_until',
            field=models.IntegerField(null=True),
        ),
        migrations.AddField(
            model_name='seat',
            name='credited',
            field=models.IntegerField(default=-1),
        ),
        migrations.AddField(
            model_name='seat',
            name='rests',
            field=models.TextField(blank=True),
        ),
        migrations.AddField(
            model_name='seat',
            name='time_left',
            field=models.FloatField(null=True),
        ),
        migrations.AddField(
            model_name='table',
            name='alarm',
            field=models.DateTimeField(null=True),
        ),
        migrations.AddField(
            model_name='table',
            name='at_zero',
            field=models.CharField(blank=True, max_length=20),
        ),
        migrations.AddField(
            model_name='table',
            name='bank',
            field=models.IntegerField(default=0),
        ),
        migrations.AddField(
            model_name='table',
            name='gain',
            field=models.IntegerField(default=0),
        ),
        migrations.AddField(
            model_name='table',
            name='most',
            field=models.IntegerField(default=0),
        ),
        migrations.AddField(
            model_name='table',
            name='weekends_off',
            field=models.BooleanField(default=False),
        ),
        migrations.AlterField(
            model_name='happening',
            name='kind',
            field=models.CharField(choices=[('sat', 'joined'), ('left', 'left before the start'), ('absent', 'was replaced with a bot after a vote'), ('unblocked', 'was replaced with a bot by a moderator'), ('time_up', 'ran out of time and was replaced with a bot'), ('gone', 'is gone and was replaced with a bot'), ('quit', 'left the game'), ('back', 'came back'), ('ended', 'the game was ended by a moderator'), ('too_long', 'the game has too many moves and was ended'), ('outdated', 'the rules have changed and the game was ended')], max_length=10),
        ),
        migrations.AlterField(
            model_name='table',
            name='pace',
            field=models.CharField(choices=[('none', 'No time limit'), ('turn2', '2 minutes per turn'), ('live', '5 minutes per turn'), ('turn15', '15 minutes per turn'), ('bank15', '15 minutes, plus 20 seconds per turn'), ('bank30', '30 minutes, plus 30 seconds per turn'), ('day', '1 day per turn'), ('week', '1 week per turn'), ('days3', '3 days, plus 12 hours per turn, at most 5 days'), ('days7', '7 days, plus 1 day per turn, at most 10 days'), ('own', 'Another time limit')], default='none', max_length=8, verbose_name='time limit'),
        ),
        migrations.CreateModel(
            name='DayOff',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('begins', models.DateTimeField()),
                ('ends', models.DateTimeField()),
                ('person', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='days_off', to='site.person')),
            ],
            options={
                'ordering': ['begins'],
                'constraints': [models.UniqueConstraint(fields=('person', 'begins'), name='one_day_off')],
            },
        ),
        migrations.RunPython(set_numbers, migrations.RunPython.noop, elidable=True),
    ]
