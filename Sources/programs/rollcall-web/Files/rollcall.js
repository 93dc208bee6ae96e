"use strict";
// What the pages do beyond what they do without script. A page asks for it by data- attributes,
// which the comments name, and gives all texts in such: only the language files have texts.

// The text that an element has in an attribute, with values for its {places}.
function textOf(element, name, values = {}) {
    const text = element.getAttribute(`data-${name}`) ?? "";
    return text.replace(/\{(\w+)\}/g, (place, key) => values[key] ?? place);
}

// Writes into an element with role=status. The style goes by the kind: good, bad, or neither.
function say(status, kind = "", text = "") {
    status.dataset.state = kind;
    status.textContent = text;
}

const stateOf = (input) => document.getElementById(`${input.id}-state`);
const submitButtons = (form) => form.querySelectorAll("button:not([type=button])");
const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

// Asks the door with the session's cookie, which it takes only with this header of the protocol:
// no form of another site can send it.
function request(path, type, body, options) {
    const headers = { "Content-Type": type, "Connect-Protocol-Version": "1" };
    return fetch(path, { method: "POST", headers, body, ...options });
}

// Makes a unary call. Returns its answer; nothing when it was refused, aborted or lost.
async function call(path, message, options) {
    try {
        const answer = await request(path, "application/json", JSON.stringify(message), options);
        return answer.ok ? await answer.json() : undefined;
    } catch {}
}

// <form data-busy>: is sent once, however often its button is pressed.
function sendOnce(form) {
    const disable = (isDisabled) => submitButtons(form).forEach((button) => (button.disabled = isDisabled));
    form.addEventListener("submit", (event) => {
        if (form.ariaBusy) return event.preventDefault();
        form.ariaBusy = "true";
        // Later: the name and value of a disabled button would not be sent.
        setTimeout(disable, 0, true);
    });
    // The back button shows the page as it was left.
    addEventListener("pageshow", () => {
        form.ariaBusy = null;
        disable(false);
    });
}

// <input data-check-name="PATH">: says whether a display name is free while it is typed. #ID-state
// has the texts `available`, and one for each reason, such as `display-name-taken`, with {name}.
function checkName(input) {
    let asked;
    input.addEventListener("input", async () => {
        // The answer to an older key is dropped.
        asked?.abort();
        const { signal } = (asked = new AbortController());
        const name = input.value;
        say(stateOf(input));
        await pause(500);
        if (signal.aborted || name === input.defaultValue) return;
        const answer = await call(input.dataset.checkName, { displayName: name }, { signal });
        // Without an answer, the server says it once the form is sent.
        if (answer && !signal.aborted) sayName(input, name, answer);
    });
}

function sayName(input, name, { isAvailable, reasons = [], suggestions = [] }) {
    const status = stateOf(input);
    const keys = reasons.map((reason) => reason.slice(7).toLowerCase().replaceAll("_", "-"));
    if (isAvailable) say(status, "good", textOf(status, "available", { name }));
    else say(status, "bad", keys.map((key) => textOf(status, key, { name })).join(" "));
    for (const text of suggestions) {
        const button = document.createElement("button");
        Object.assign(button, { type: "button", textContent: text });
        button.onclick = () => {
            input.value = text;
            input.focus();
            input.dispatchEvent(new Event("input"));
        };
        status.append(" ", button);
    }
}

// <input type=password data-rules>: says how good a password is while it is typed. #ID-state has
// the texts `short` ({missing}), `weak`, `fair`, `strong`, and in data-min the least length.
function showRules(input) {
    input.addEventListener("input", () => {
        const status = stateOf(input);
        const missing = status.dataset.min - [...input.value].length;
        const strength = newCharacters(input.value);
        if (!input.value) say(status);
        else if (missing > 0) say(status, "bad", textOf(status, "short", { missing }));
        else if (strength < 7) say(status, "bad", textOf(status, "weak"));
        else say(status, "good", textOf(status, strength < 12 ? "fair" : "strong"));
    });
}

// How many characters a guesser cannot tell from the one before: one in `aaaa` and in `1234`.
function newCharacters(text) {
    const codes = [...text].map((character) => character.codePointAt(0));
    return codes.filter((code, at) => at === 0 || Math.abs(code - codes[at - 1]) > 1).length;
}

// <button type=button data-reveal="ID" data-hide="TEXT" hidden>: shows what is typed as a password.
function reveal(button) {
    const input = document.getElementById(button.dataset.reveal);
    const show = button.textContent;
    const set = (isShown) => {
        input.type = isShown ? "text" : "password";
        button.textContent = isShown ? button.dataset.hide : show;
    };
    button.hidden = false;
    button.onclick = () => set(input.type === "password");
    // A browser may remember what was sent from a field of text.
    input.form.addEventListener("submit", () => set(false));
}

// <form data-upload>: sends a file with progress. In it are <div data-progress hidden> with
// <progress> and <button type=button data-cancel>, and <p role=status data-upload-state> with the
// texts `sending` ({percent}), `cancelled`, `failed`, `large`. <input type=file data-max="BYTES">.
function upload(form) {
    const [status, progress, bar, cancel, file] =
        ["[data-upload-state]", "[data-progress]", "progress", "[data-cancel]", "[type=file]"]
            .map((selector) => form.querySelector(selector));
    const setRunning = (isRunning, kind, text) => {
        progress.hidden = !isRunning;
        submitButtons(form).forEach((button) => (button.disabled = isRunning));
        say(status, kind, textOf(status, text, { percent: 0 }));
    };
    form.addEventListener("submit", (event) => {
        if (!file.files.length || event.submitter?.value === "remove") return;
        event.preventDefault();
        if (file.files[0].size > file.dataset.max) return setRunning(false, "bad", "large");
        const sending = new XMLHttpRequest();
        sending.responseType = "document";
        sending.upload.onprogress = ({ loaded, total }) => {
            bar.value = loaded / total;
            say(status, "", textOf(status, "sending", { percent: Math.floor(100 * bar.value) }));
        };
        sending.onload = () => follow(sending) || setRunning(false, "bad", "failed");
        sending.onerror = () => setRunning(false, "bad", "failed");
        sending.onabort = () => setRunning(false, "", "cancelled");
        cancel.onclick = () => sending.abort();
        sending.open("POST", form.action);
        sending.send(new FormData(form));
        setRunning(true, "", "sending");
    });
}

// Goes where the answer to a form leads, or shows the form as it came back, with its problems.
function follow({ status, responseURL, response }) {
    const main = response?.querySelector("main");
    if (status === 200) location.assign(responseURL);
    else if (main) document.querySelector("main").replaceWith(main);
    if (main) begin(main);
    return main;
}

// <form data-token>: takes the token of the mail's link. data-without-token is for typing a code.
function takeToken(form) {
    const field = form.elements.token;
    field.value = location.hash.slice(1) || field.value;
    if (!field.value) return;
    // It is a secret, which the history and the address bar need not have.
    history.replaceState(null, "", location.pathname + location.search);
    for (const element of document.querySelectorAll("[data-without-token]")) {
        element.hidden = true;
        element.querySelectorAll("input").forEach((input) => (input.disabled = true));
    }
}

// The messages of a server stream: each is a byte of flags, four bytes of length, and JSON.
async function* messages(path, message, signal) {
    const body = new TextEncoder().encode(JSON.stringify(message));
    const head = new DataView(new ArrayBuffer(5));
    head.setUint32(1, body.length);
    const answer = await request(path, "application/connect+json", new Blob([head, body]), { signal });
    const reader = answer.body.getReader();
    let bytes = new Uint8Array();
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
        bytes = new Uint8Array([...bytes, ...part.value]);
        for (let end; bytes.length >= (end = endOfMessage(bytes)); bytes = bytes.slice(end)) {
            // The last message says how the stream has ended.
            if (!answer.ok || bytes[0] & 2) return;
            yield JSON.parse(new TextDecoder().decode(bytes.slice(5, end)));
        }
    }
}

function endOfMessage(bytes) {
    return 5 + (bytes.length < 5 ? 0 : new DataView(bytes.buffer).getUint32(1));
}

// Calls `start` when the page comes to be seen, with a signal that aborts when it is hidden or left.
function whileVisible(start) {
    let seen;
    const update = ({ type }) => {
        seen?.abort();
        if (document.hidden || type === "pagehide") return;
        seen = new AbortController();
        start(seen.signal);
    };
    document.addEventListener("visibilitychange", update);
    for (const type of ["pageshow", "pagehide"]) addEventListener(type, update);
}

// <ul data-presence> with <li data-user="ID">, and in each an element with data-presence-text: shows
// who is here. The list has the texts `online`, `away`, `offline`, `seen` ({when}), `recently`, ….
function watchPresence(list) {
    const items = [...list.querySelectorAll("[data-user]")];
    const people = new Map(items.map((item) => [item.dataset.user, item]));
    let cursor;
    // A hidden page has no stream: without HTTP/2 a browser has six connections for all its tabs.
    whileVisible(async (signal) => {
        for (let wait = 1000; people.size && !signal.aborted; wait = Math.min(2 * wait, 60_000)) {
            try {
                const asked = { userIds: [...people.keys()], cursor };
                for await (const update of messages(`${presence}/WatchPresence`, asked, signal)) {
                    wait = 500;
                    cursor = update.cursor ?? cursor;
                    const news = (update.snapshot ?? update.changes)?.presences ?? [];
                    for (const person of news) showPerson(list, people.get(person.userId), person);
                }
            } catch {}
            await pause(wait * (0.5 + Math.random()));
        }
    });
}
