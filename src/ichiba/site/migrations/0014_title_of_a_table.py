"""The attribute `Table.game` is called `title` now. Its column stays."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('site', '0013_notices'),
    ]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.RenameField('Table', 'game', 'title'),
                migrations.AlterField('Table', 'title', models.CharField(db_column='game', max_length=40)),
            ],
        ),
    ]
