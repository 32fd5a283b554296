import { mount } from "svelte";
import App from "./App.svelte";
import "./base.css";
import { speak } from "./lib/say";
import { applyTheme, settings } from "./lib/settings.svelte";

applyTheme();
void speak(settings.language).then(() => mount(App, { target: document.getElementById("app")! }));
