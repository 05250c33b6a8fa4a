"""Portraits, who may see a profile, rated games and ratings, and what players did how often."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('site', '0016_clocks'),
    ]

    operations = [
        migrations.CreateModel(
            name='RatedGame',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('title', models.CharField(max_length=40)),
                ('tempo', models.CharField(choices=[('live', 'Live'), ('days', 'Over days')], max_length=8)),
                ('over', models.DateTimeField()),
                ('seats', models.JSONField()),
            ],
            options={
                'ordering': ['pk'],
            },
        ),
        migrations.CreateModel(
            name='Rating',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('title', models.CharField(max_length=40)),
                ('tempo', models.CharField(choices=[('live', 'Live'), ('days', 'Over days')], max_length=8)),
                ('rating', models.FloatField()),
                ('deviation', models.FloatField()),
                ('games', models.IntegerField()),
                ('last', models.DateTimeField()),
            ],
        ),
        migrations.AddField(
            model_name='person',
            name='portrait',
            field=models.CharField(blank=True, default='', max_length=20),
        ),
        migrations.AddField(
            model_name='person',
            name='profile',
            field=models.CharField(choices=[('private', 'Only me'), ('players', 'People I have finished a game with'), ('everyone', 'Everyone')], default='players', max_length=8),
        ),
        migrations.AddField(
            model_name='result',
            name='habits',
            field=models.JSONField(null=True),
        ),
        migrations.AddField(
            model_name='table',
            name='rated',
            field=models.BooleanField(default=False),
        ),
        migrations.AddIndex(
            model_name='table',
            index=models.Index(condition=models.Q(('rated', True)), fields=['title'], name='rated_tables'),
        ),
        migrations.AddField(
            model_name='ratedgame',
            name='table',
            field=models.OneToOneField(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='rated_game', to='site.table'),
        ),
        migrations.AddField(
            model_name='rating',
            name='person',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='ratings', to='site.person'),
        ),
        migrations.AddConstraint(
            model_name='rating',
            constraint=models.UniqueConstraint(fields=('person', 'title', 'tempo'), name='one_rating_each'),
        ),
    ]
