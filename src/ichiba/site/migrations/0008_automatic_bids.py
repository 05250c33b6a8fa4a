"""Call standing orders automatic bids, as the pages do."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('site', '0007_uploads_end'),
    ]

    operations = [
        migrations.RenameModel(old_name='StandingOrder', new_name='AutomaticBid'),
        migrations.AlterField(
            model_name='automaticbid',
            name='seat',
            field=models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='automatic_bid', to='site.seat'),
        ),
    ]
