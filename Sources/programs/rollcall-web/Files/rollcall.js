"use strict";
// What the pages do beyond what they do without script. README.md lists the data- attributes by
// which a page asks for it. They have all texts, so that only the language files have any.

const presence = "/rollcall.v1.PresenceService";
const passkeys = "/rollcall.v1.PasskeyService";
const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));
const stateOf = (input) => document.getElementById(`${input.id}-state`);

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
        if (answer.ok) return await answer.json();
    } catch {}
}

// Writes into an element with role=status its text of that name, with values for the {places} in
// it. The style goes by the kind: good, bad, or neither.
function write(status, kind = "", name = "", values = {}) {
    const text = status.getAttribute(`data-${name}`) ?? "";
    status.dataset.state = kind;
    status.textContent = text.replace(/\{(\w+)\}/g, (place, key) => values[key] ?? place);
}

function setBusy(form, isBusy) {
    form.ariaBusy = isBusy ? "true" : null;
    const buttons = form.querySelectorAll("button:not([type=button])");
    for (const button of buttons) button.disabled = isBusy;
}

// Sends a form once, however often its button is pressed.
function sendOnce(form) {
    form.addEventListener("submit", (event) => {
        if (form.ariaBusy) event.preventDefault();
        form.ariaBusy = "true";
        // Later: the name and value of a disabled button would not be sent.
        setTimeout(setBusy, 0, form, true);
    });
    // The back button shows the page as it was left.
    addEventListener("pageshow", () => setBusy(form, false));
}

// Says whether a display name is free while it is typed.
function checkName(input) {
    let asked;
    input.addEventListener("input", async () => {
        // The answer to an older key is dropped.
        asked?.abort();
        const { signal } = (asked = new AbortController());
        const name = input.value;
        write(stateOf(input));
        await pause(500);
        if (signal.aborted || name === input.defaultValue) return;
        const answer = await call(input.dataset.checkName, { displayName: name }, { signal });
        // Without an answer, the server says it once the form is sent.
        if (answer && !signal.aborted) sayName(input, name, answer);
    });
}

function sayName(input, name, { isAvailable, reasons = [], suggestions = [] }) {
    const status = stateOf(input);
    const reason = reasons[0]?.replace("REASON_", "").replaceAll("_", "-").toLowerCase();
    write(status, isAvailable ? "good" : "bad", isAvailable ? "available" : reason, { name });
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

// Says how good a password is: while it is typed whether it is too short, then what Auth says.
function showRules(input) {
    let asked;
    input.addEventListener("input", async () => {
        asked?.abort();
        const { signal } = (asked = new AbortController());
        const status = stateOf(input);
        const missing = status.dataset.min - [...input.value].length;
        write(status);
        if (!input.value) return;
        if (missing > 0) return write(status, "bad", "short", { missing });
        await pause(500);
        if (signal.aborted) return;
        const { email, display_name: name } = input.form.elements;
        const typed = { password: input.value, email: email?.value, displayName: name?.value };
        const answer = await call(input.dataset.rules, typed, { signal });
        if (answer && !signal.aborted) sayStrength(status, answer);
    });
}

function sayStrength(status, { score = 0, weakness = "", violations = [] }) {
    const kind = weakness.replace("PASSWORD_WEAKNESS_", "").toLowerCase();
    if (score > 2 && !violations.length) write(status, "good", score < 4 ? "fair" : "strong");
    else write(status, "bad", status.hasAttribute(`data-${kind}`) ? kind : "weak");
}

// Bytes are base64 in the messages of calls, and base64url in the fields of a form.
const bytesOf = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt());
const textOf = (buffer) => btoa(String.fromCharCode(...new Uint8Array(buffer)))
    .replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
const credentials = (ids = []) => ids.map((id) => ({ type: "public-key", id: bytesOf(id) }));

// Has an authenticator answer, puts the parts of the answer into the form's fields, and sends it.
async function sendAnswer(form, asking, isUnasked) {
    const status = form.querySelector("[role=status]");
    write(status);
    try {
        const { rawId, response } = await asking;
        for (const field of form.querySelectorAll("[data-answer]")) {
            const part = { rawId }[field.dataset.answer] ?? response[field.dataset.answer];
            if (part) field.value = textOf(part);
        }
        form.submit();
    } catch (error) {
        if (error.name === "AbortError" || isUnasked) return;
        write(status, "bad", error.name === "InvalidStateError" ? "exists" : "failed");
    }
}

// Makes a passkey, as the service has said.
function makePasskey(form) {
    const options = JSON.parse(form.dataset.makePasskey);
    const name = options.userName || options.rpName;
    form.hidden = !window.PublicKeyCredential;
    form.querySelector("button").onclick = () => sendAnswer(form, navigator.credentials.create({
        publicKey: {
            challenge: bytesOf(options.challenge),
            rp: { id: options.rpId, name: options.rpName },
            user: { id: bytesOf(options.userHandle), name, displayName: name },
            pubKeyCredParams: [-7, -257].map((alg) => ({ type: "public-key", alg })),
            excludeCredentials: credentials(options.excludedCredentialIds),
            authenticatorSelection: { residentKey: "preferred", userVerification: "preferred" },
        },
    }));
}

// Signs in with a passkey: by the button, or as the browser offers it beside the name.
async function usePasskey(form) {
    if (!window.PublicKeyCredential) return;
    const pendingToken = form.elements.pending.value;
    let aborting, timer;
    const ask = async (mediation) => {
        aborting?.abort();
        clearTimeout(timer);
        const { signal } = (aborting = new AbortController());
        const start = await call(`${passkeys}/StartPasskeySignIn`, { pendingToken }, { signal });
        if (!start && mediation === "optional" && !signal.aborted)
            write(form.querySelector("[role=status]"), "bad", "away");
        // A deployment can have no passkeys, and so can the account of a pending sign-in.
        if (!start || (pendingToken && !start.allowedCredentialIds)) return;
        form.hidden = false;
        if (!mediation || signal.aborted) return;
        // What the browser offers must still be good when somebody chooses it.
        if (mediation === "conditional") timer = setTimeout(ask, 240_000, mediation);
        form.elements.attempt.value = start.attempt;
        const publicKey = {
            challenge: bytesOf(start.challenge), rpId: start.rpId,
            allowCredentials: credentials(start.allowedCredentialIds),
            userVerification: pendingToken ? "preferred" : "required",
        };
        const answer = navigator.credentials.get({ mediation, publicKey, signal });
        await sendAnswer(form, answer, mediation === "conditional");
    };
    form.querySelector("button").onclick = () => ask("optional");
    const isOffered = await PublicKeyCredential.isConditionalMediationAvailable?.();
    ask(isOffered && !pendingToken ? "conditional" : undefined);
}

// Shows what is typed as a password.
function reveal(button) {
    const input = document.getElementById(button.dataset.reveal);
    const set = (isShown) => {
        input.type = isShown ? "text" : "password";
        button.ariaPressed = `${isShown}`;
    };
    button.hidden = false;
    button.onclick = () => set(input.type === "password");
    // A browser may remember what was sent from a field of text.
    input.form.addEventListener("submit", () => set(false));
}

// Sends a file with progress, which can be cancelled.
function upload(form) {
    const find = (selector) => form.querySelector(selector);
    const show = (isRunning, kind, name, sent = 0) => {
        setBusy(form, isRunning);
        find("[data-progress]").hidden = !isRunning;
        find("progress").value = sent;
        write(find("[data-upload-state]"), kind, name, { percent: Math.floor(100 * sent) });
    };
    form.addEventListener("submit", (event) => {
        const [file] = find("[type=file]").files;
        if (!file || event.submitter?.value === "remove") return;
        event.preventDefault();
        if (file.size > find("[type=file]").dataset.max) return show(false, "bad", "large");
        const sending = new XMLHttpRequest();
        sending.responseType = "document";
        sending.upload.onprogress = (now) => show(true, "", "sending", now.loaded / now.total);
        sending.onload = () => follow(sending) || show(false, "bad", "failed");
        sending.onerror = () => show(false, "bad", "failed");
        sending.onabort = () => show(false, "", "cancelled");
        find("[data-cancel]").onclick = () => sending.abort();
        // A button with the name `action` hides the property of that name.
        sending.open("POST", form.getAttribute("action"));
        sending.send(new FormData(form));
        show(true, "", "sending");
    });
}

// Goes where the answer to a form leads, or shows the form as it came back, with its problems.
function follow({ status, responseURL, response }) {
    const main = response?.querySelector("main");
    if (status === 200) location.assign(responseURL);
    else if (main) {
        document.querySelector("main").replaceWith(main);
        begin(main);
    }
    return main;
}

// Takes the token out of the address that a mail's link has, and hides what is for typing a code.
function takeToken(form) {
    const field = form.elements.token;
    const text = location.hash.slice(1);
    // A link to a part of the page, such as its first, leaves no token there.
    if (text && !document.getElementById(text)) field.value = text;
    if (!field.value) return;
    // It is a secret, which the history and the address bar need not have.
    history.replaceState(null, "", location.pathname + location.search);
    for (const element of document.querySelectorAll("[data-without-token]")) {
        element.hidden = true;
        for (const input of element.querySelectorAll("input")) input.disabled = true;
    }
}

// The messages of a server stream: each is a byte of flags, four bytes of length, and JSON.
async function* messages(path, message, signal) {
    const body = new TextEncoder().encode(JSON.stringify(message));
    const head = new DataView(new ArrayBuffer(5));
    head.setUint32(1, body.length);
    const type = "application/connect+json";
    const answer = await request(path, type, new Blob([head, body]), { signal });
    const reader = answer.body.getReader();
    let bytes = new Uint8Array();
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
        bytes = new Uint8Array([...bytes, ...part.value]);
        while (bytes.length >= 5) {
            const end = 5 + new DataView(bytes.buffer).getUint32(1);
            if (bytes.length < end) break;
            // The last message says how the stream has ended.
            if (bytes[0] & 2) return;
            yield JSON.parse(new TextDecoder().decode(bytes.slice(5, end)));
            bytes = bytes.slice(end);
        }
    }
}

// Shows people come and go. A hidden page has no stream, since without HTTP/2 a browser has six
// connections for all its tabs.
function watchPresence(list) {
    const items = [...list.querySelectorAll("[data-user]")];
    const userIds = items.map((item) => item.dataset.user);
    let cursor, watch;
    const update = ({ type }) => {
        watch?.abort();
        watch = new AbortController();
        if (items.length && !document.hidden && type !== "pagehide") keepReading(watch.signal);
    };
    const keepReading = async (signal) => {
        for (let wait = 1000; !signal.aborted; wait = Math.min(2 * wait, 60_000)) {
            try {
                const asked = { userIds, cursor };
                for await (const news of messages(`${presence}/WatchPresence`, asked, signal)) {
                    cursor = news.cursor ?? cursor;
                    wait = 500;
                    const { presences = [] } = news.snapshot ?? news.changes ?? {};
                    for (const { userId, state } of presences)
                        showState(list, items[userIds.indexOf(userId)], state);
                }
            } catch {}
            await pause(wait * (0.5 + Math.random()));
        }
    };
    document.addEventListener("visibilitychange", update);
    for (const type of ["pageshow", "pagehide"]) addEventListener(type, update);
}

function showState(list, item, state) {
    const name = state.replace("PRESENCE_STATE_", "").toLowerCase();
    const show = () => {
        item.dataset.state = name;
        item.querySelector("[data-presence-text]").textContent = list.dataset[name];
    };
    clearTimeout(item.timer);
    // Going from page to page ends a lease and takes another: that is not shown.
    const wait = name === "offline" ? 3000 : 0;
    if (item.dataset.state !== name) item.timer = setTimeout(show, wait);
}

// Keeps the reader online while a page is open, and away while it is hidden.
async function stayOnline() {
    const deviceId = `page-${crypto.getRandomValues(new Uint32Array(2)).join("-")}`;
    let lease, wake, touched = performance.now();
    for (const type of ["pointerdown", "keydown", "scroll"])
        addEventListener(type, () => (touched = performance.now()), { passive: true });
    document.addEventListener("visibilitychange", () => wake?.());
    addEventListener("pagehide", () => {
        if (lease) call(`${presence}/GoOffline`, { leaseId: lease }, { keepalive: true });
        lease = wake = undefined;
    });
    for (;;) {
        const idleMs = Math.round(performance.now() - touched);
        const state = document.hidden ? "DEVICE_STATE_AWAY" : "DEVICE_STATE_ONLINE";
        const answer = await (lease
            ? call(`${presence}/Heartbeat`, { state, idleMs, leaseId: lease })
            : call(`${presence}/GoOnline`, { state, idleMs, deviceId, leaseMs: 90_000 }));
        // Without an answer the lease may have ended: the next round takes another.
        lease = answer && (lease ?? answer.leaseId);
        const woken = new Promise((done) => (wake = done));
        await Promise.race([woken, pause(answer ? answer.leaseMs / 3 : 15_000)]);
    }
}

// Writes a time, which the page has in UTC, by the reader's clock and language.
function tellLocalTime(time) {
    const style = { dateStyle: "medium", timeStyle: "short" };
    time.textContent = new Date(time.dateTime).toLocaleString(document.documentElement.lang, style);
}

const parts = {
    "form[data-busy]:not([data-upload])": sendOnce, "form[data-upload]": upload,
    "form[data-token]": takeToken, "[data-check-name]": checkName, "[data-rules]": showRules,
    "[data-make-passkey]": makePasskey, "[data-use-passkey]": usePasskey,
    "[data-reveal]": reveal, "[data-presence]": watchPresence, "body[data-online]": stayOnline,
    "time": tellLocalTime,
};

function begin(root) {
    for (const selector in parts)
        for (const element of root.querySelectorAll(selector)) parts[selector](element);
    root.querySelector("#problems")?.focus();
}
begin(document);
