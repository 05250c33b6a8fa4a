"""Values that all servers share, and games that ended because the rules have changed."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('site', '0008_automatic_bids'),
    ]

    operations = [
        migrations.CreateModel(
            name='SiteValue',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=40, unique=True)),
                ('value', models.CharField(max_length=200)),
            ],
        ),
        migrations.AlterField(
            model_name='happening',
            name='kind',
            field=models.CharField(choices=[('sat', 'joined'), ('left', 'left before the start'), ('absent', 'was replaced with a bot after a vote'), ('unblocked', 'was replaced with a bot by a moderator'), ('gone', 'is gone and was replaced with a bot'), ('quit', 'left the game'), ('back', 'came back'), ('ended', 'the game was ended by a moderator'), ('too_long', 'the game has too many moves and was ended'), ('outdated', 'the rules have changed and the game was ended')], max_length=10),
        ),
    ]
