"""Find uploads by age; end games that have too many moves."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('site', '0006_around_the_table'),
    ]

    operations = [
        migrations.AlterField(
            model_name='upload',
            name='created',
            field=models.DateTimeField(auto_now_add=True, db_index=True),
        ),
        migrations.AlterField(
            model_name='happening',
            name='kind',
            field=models.CharField(choices=[('sat', 'joined'), ('left', 'left before the start'), ('absent', 'was replaced with a bot after a vote'), ('unblocked', 'was replaced with a bot by a moderator'), ('gone', 'is gone and was replaced with a bot'), ('quit', 'left the game'), ('back', 'came back'), ('ended', 'the game was ended by a moderator'), ('too_long', 'the game has too many moves and was ended')], max_length=10),
        ),
    ]
