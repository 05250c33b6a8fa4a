"""Errands; for each table, whose turn it is; and for each seat of a finished game, its result."""

from typing import Any

import django.db.models.deletion
from django.db import migrations, models

from ichiba.core.errors import IchibaError
from ichiba.core.match import Match
from ichiba.core.record import Record


def store_results(apps: Any, schema_editor: Any) -> None:
    """Store the results of games that are over."""
    # A backup is migrated beside the database of the site.
    alias = schema_editor.connection.alias
    tables = apps.get_model('site', 'Table').objects.using(alias)
    seats = apps.get_model('site', 'Seat').objects.using(alias)
    result = apps.get_model('site', 'Result')
    finished = tables.filter(status='finished').exclude(scores=None).exclude(winners=None)
    for pk, scores, winners in finished.values_list('pk', 'scores', 'winners').iterator():
        ranks = [(seat in winners, score) for seat, score in enumerate(scores)]
        result.objects.using(alias).bulk_create(
            result(
                seat_id=seat,
                place=1 + sum(other > ranks[number] for other in ranks),
                points=scores[number],
                won=number in winners,
            )
            for seat, number in seats.filter(table=pk).values_list('pk', 'number')
            if number < len(scores)
        )


def store_due(apps: Any, schema_editor: Any) -> None:
    """Replay the games in progress once, and store whose turn it is."""
    alias = schema_editor.connection.alias
    tables = apps.get_model('site', 'Table').objects.using(alias)
    moves = apps.get_model('site', 'Move').objects.using(alias)
    for table in tables.filter(status='running'):
        record = Record(
            game=table.game,
            revision=table.revision,
            players=table.players,
            options=table.options,
            seed=table.seed,
            names=[str(number) for number in range(table.players)],
            moves=[*moves.filter(table=table).order_by('number').values_list('text', flat=True)],
        )
        try:
            actors = Match.resume(record).state.actors
        except IchibaError:  # the server says so when it starts
            continue
        tables.filter(pk=table.pk).update(due=sum(1 << seat for seat in actors))


class Migration(migrations.Migration):

    dependencies = [
        ('site', '0011_guided'),
    ]

    operations = [
        migrations.CreateModel(
            name='Errand',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(max_length=20, verbose_name='kind')),
                ('key', models.CharField(max_length=120)),
                ('due', models.DateTimeField(verbose_name='due')),
                ('payload', models.JSONField(default=dict)),
                ('holder', models.CharField(blank=True, max_length=16)),
                ('leased', models.DateTimeField(null=True)),
                ('tries', models.IntegerField(default=0, verbose_name='tries')),
                ('error', models.CharField(blank=True, max_length=200, verbose_name='last error')),
                ('failed', models.DateTimeField(null=True, verbose_name='given up')),
                ('created', models.DateTimeField(auto_now_add=True, verbose_name='created')),
            ],
            options={
                'verbose_name': 'errand',
                'verbose_name_plural': 'errands',
                'indexes': [models.Index(condition=models.Q(('failed', None)), fields=['due'], name='errands_to_do')],
                'constraints': [models.UniqueConstraint(fields=('kind', 'key'), name='one_errand_a_key')],
            },
        ),
        migrations.CreateModel(
            name='Result',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('place', models.IntegerField()),
                ('points', models.IntegerField()),
                ('won', models.BooleanField()),
                ('seat', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='result', to='site.seat')),
            ],
        ),
        migrations.AddField(
            model_name='table',
            name='due',
            field=models.IntegerField(default=0),
        ),
        migrations.RunPython(store_results, migrations.RunPython.noop, elidable=True),
        migrations.RunPython(store_due, migrations.RunPython.noop, elidable=True),
    ]
