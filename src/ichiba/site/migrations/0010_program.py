"""Seats remember whether a program plays there."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('site', '0009_site_value'),
    ]

    operations = [
        migrations.AddField(
            model_name='seat',
            name='program',
            field=models.BooleanField(default=False),
        ),
    ]
