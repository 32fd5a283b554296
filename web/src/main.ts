import { mount } from "svelte";
import App from "./App.svelte";
import "./base.css";
import { applyTheme } from "./lib/settings.svelte";

applyTheme();
mount(App, { target: document.getElementById("app")! });
