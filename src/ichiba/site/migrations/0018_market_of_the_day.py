"""The market of the day: one deal a day for each title, and everybody's one try."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('site', '0017_profiles'),
    ]

    operations = [
        migrations.AddField(
            model_name='table',
            name='day',
            field=models.DateField(null=True),
        ),
        migrations.CreateModel(
            name='DailyMarket',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('day', models.DateField()),
                ('title', models.CharField(max_length=40)),
                ('seed', models.CharField(max_length=40)),
                ('players', models.IntegerField()),
                ('bot', models.CharField(max_length=20)),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('day', 'title'), name='one_market_a_day_and_title')],
            },
        ),
        migrations.CreateModel(
            name='DailyTry',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('begun', models.DateTimeField()),
                ('finished', models.DateTimeField(null=True)),
                ('points', models.IntegerField(null=True)),
                ('market', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='tries', to='site.dailymarket')),
                ('person', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='daily_tries', to='site.person')),
                ('table', models.OneToOneField(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='daily_try', to='site.table')),
            ],
            options={
                'indexes': [models.Index(fields=['market', '-points'], name='daily_results')],
                'constraints': [models.UniqueConstraint(fields=('market', 'person'), name='one_try_a_person')],
            },
        ),
    ]
