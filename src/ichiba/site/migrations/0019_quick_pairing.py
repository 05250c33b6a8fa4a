"""Quick pairing: people who are looking for opponents."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('site', "0018_market_of_the_day"),
    ]

    operations = [
        migrations.CreateModel(
            name='Search',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('title', models.CharField(max_length=40)),
                ('pace', models.CharField(choices=[('live', 'Live'), ('days', 'Over days')], max_length=8)),
                ('rating', models.FloatField()),
                ('near', models.BooleanField(default=False)),
                ('bots_from', models.DateTimeField(null=True)),
                ('created', models.DateTimeField()),
                ('seen', models.DateTimeField()),
                ('person', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='search', to='site.person')),
                ('table', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='site.table')),
            ],
            options={
                'indexes': [models.Index(fields=['title', 'pace', 'created'], name='searches_that_wait')],
            },
        ),
    ]
