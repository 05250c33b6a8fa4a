"""A person's preferences: the speed of other players' moves, and which moves to confirm."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('site', '0004_standing_order'),
    ]

    operations = [
        migrations.AddField(
            model_name='person',
            name='ask',
            field=models.CharField(blank=True, choices=[('', "On touch screens, if they can't be undone"), ('never', 'Never'), ('final', "If they can't be undone"), ('always', 'Always')], default='', max_length=8),
        ),
        migrations.AddField(
            model_name='person',
            name='speed',
            field=models.CharField(choices=[('slow', 'Slow'), ('normal', 'Normal'), ('instant', 'Instant')], default='normal', max_length=8),
        ),
    ]
