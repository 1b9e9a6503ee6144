"""Say recipe in code for what makes a game out of any game, because a template is Django's word."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("scorekeeper", "0020_versions")]

    operations = [
        migrations.RenameModel("Template", "Recipe"),
        migrations.RemoveConstraint("recipe", "one_template_per_group_and_rules"),
        migrations.AlterField(
            "recipe",
            "group",
            models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="recipes", to="scorekeeper.playgroup"),
        ),
        migrations.AddConstraint(
            "recipe",
            models.UniqueConstraint(fields=("group", "rules"), name="one_recipe_per_group_and_rules"),
        ),
    ]
