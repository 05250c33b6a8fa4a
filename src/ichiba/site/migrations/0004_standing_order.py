"""Standing orders: automatic bids in blind auctions."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('site', '0003_accounts'),
    ]

    operations = [
        migrations.CreateModel(
            name='StandingOrder',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('worth', 'Its worth plus an extra amount'), ('never', 'Always ¥0')], max_length=8)),
                ('extra', models.IntegerField(default=0)),
                ('seat', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='order', to='site.seat')),
            ],
        ),
    ]
