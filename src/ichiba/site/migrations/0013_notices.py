"""Notices: what people want to hear about their games, and where."""

import django.db.models.deletion
from django.db import migrations, models

import ichiba.site.models.notices
import ichiba.site.models.people


class Migration(migrations.Migration):

    dependencies = [
        ('site', '0012_errands'),
    ]

    operations = [
        migrations.AddField(
            model_name='seat',
            name='calls',
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name='seat',
            name='silent',
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name='seat',
            name='told',
            field=models.DateTimeField(null=True),
        ),
        migrations.CreateModel(
            name='Notices',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('events', models.JSONField(default=ichiba.site.models.notices.usual_events)),
                ('mail', models.CharField(blank=True, choices=[('', 'Never'), ('now', 'At once'), ('later', "If I haven't opened the game after some time"), ('daily', 'Once a day, with all games that wait for me')], default='', max_length=8)),
                ('minutes', models.IntegerField(default=30)),
                ('hour', models.IntegerField(default=8)),
                ('digested', models.DateTimeField(null=True)),
                ('confirmed', models.EmailField(blank=True, max_length=254)),
                ('hook', models.URLField(blank=True, max_length=500)),
                ('hook_kind', models.CharField(choices=[('discord', 'Discord'), ('slack', 'Slack'), ('json', 'Plain JSON')], default='discord', max_length=8)),
                ('time_zone', models.CharField(default='UTC', max_length=64)),
                ('language', models.CharField(default='en', max_length=8)),
                ('feed', models.CharField(default=ichiba.site.models.people.new_key, max_length=32)),
                ('person', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='notices', to='site.person')),
            ],
        ),
        migrations.CreateModel(
            name='PushSubscription',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('endpoint', models.CharField(max_length=600, unique=True)),
                ('key', models.CharField(max_length=100)),
                ('secret', models.CharField(max_length=40)),
                ('site', models.CharField(max_length=200)),
                ('label', models.CharField(blank=True, max_length=60)),
                ('created', models.DateTimeField(auto_now_add=True)),
                ('person', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='browsers', to='site.person')),
            ],
            options={
                'ordering': ['pk'],
            },
        ),
    ]
