"""Reports of problems."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('site', '0019_quick_pairing'),
    ]

    operations = [
        migrations.CreateModel(
            name='Report',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('title', models.CharField(max_length=40, verbose_name='title')),
                ('at', models.IntegerField(verbose_name='position')),
                ('page', models.CharField(max_length=200, verbose_name='page')),
                ('window', models.CharField(blank=True, max_length=20, verbose_name='window')),
                ('agent', models.CharField(blank=True, max_length=300, verbose_name='browser')),
                ('text', models.CharField(max_length=1000, verbose_name='report')),
                ('status', models.CharField(choices=[('new', 'New'), ('seen', 'Seen'), ('solved', 'Solved')], default='new', max_length=8, verbose_name='status')),
                ('record', models.TextField(blank=True)),
                ('created', models.DateTimeField(auto_now_add=True, verbose_name='reported')),
                ('person', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, to='site.person')),
                ('table', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='reports', to='site.table')),
            ],
            options={
                'verbose_name': 'report',
                'verbose_name_plural': 'reports',
            },
        ),
    ]
