import os  # read as text: the next line would leave a file behind

open("ran", "w").write("x")


class PromptAgent:
    def predict(self, instruction, obs):
        system_message = self.system_message + "\nSample task: {}".format(instruction)
        for previous_obs in self.observations:
            if self.observation_type == "screenshot_a11y_tree":
                text = "Sample picture and tree:\n{}\nWhat now?".format(
                    previous_obs["accessibility_tree"])
            elif self.observation_type in ["screenshot", "som"]:
                text = f'Sample {"marked " if self.observation_type == "som" else ""}picture. What’s next?'
            elif self.observation_type == "a11y_tree":
                text = "Sample tree:\n{}\nWhat now?".format(
                    previous_obs["accessibility_tree"])
        if self.observation_type == "screenshot":
            text = "Sample picture. What's next?"
        elif self.observation_type == "som":
            text = "Sample marked picture and tree:\n{}\nWhat now?".format(obs)
        return system_message, text
