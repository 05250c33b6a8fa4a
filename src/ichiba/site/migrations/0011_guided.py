"""Whether a table plays a guided first game."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('site', '0010_program'),
    ]

    operations = [
        migrations.AddField(
            model_name='table',
            name='guided',
            field=models.BooleanField(default=False),
        ),
    ]
