"""The language that a person has chosen."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('site', '0014_title_of_a_table'),
    ]

    operations = [
        migrations.AddField(
            model_name='person',
            name='language',
            field=models.CharField(blank=True, default='', max_length=20),
        ),
        migrations.AlterField(
            model_name='notices',
            name='language',
            field=models.CharField(default='en', max_length=20),
        ),
    ]
