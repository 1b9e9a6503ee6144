/* The body of a function that taps these places one after another, at exact intervals by the page's own clock.

   Time passes only here: the clock jumps from one event to the next, and a response arrives exactly `lag` after its
   request was sent, no matter how long the server really took. At the end, `done` gets what was under each finger. */
const [places, apart, lag, held, done] = arguments;

const real = { fetch: window.fetch, clock: performance.now };
const offset = performance.now();
let now = 0;
const pending = []; // responses on their way, oldest first

performance.now = () => offset + now;
window.fetch = async (...request) => {
  const due = now + lag;
  const answer = real.fetch.apply(window, request).then(async (response) => {
    const text = await response.text();
    return { status: response.status, headers: response.headers, text: async () => text };
  });
  await new Promise((arrive) => pending.push({ due, answer, arrive }));
  return answer;
};

/* The page reads the response, sends what was waiting for it, and is painted. */
const turn = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));

const pass = async (end) => {
  while (pending.length && pending[0].due <= end) {
    const { due, answer, arrive } = pending.shift();
    now = due;
    await answer;
    arrive();
    for (let frames = 0; frames < 3; frames += 1) await turn(); // WebKit swaps the page a frame later
  }
  now = end;
};

const spot = ({ x, y }) => document.elementFromPoint(x, y);

const dispatch = (Kind, type, element, { x, y }) => {
  const event = new Kind(type, { clientX: x, clientY: y, bubbles: true, cancelable: true, composed: true, detail: 1 });
  Object.defineProperty(event, "timeStamp", { value: performance.now() });
  element.dispatchEvent(event);
};

const finger = async (place) => {
  const under = spot(place);
  const control = under.closest("a, button");
  const heading = document.querySelector("#asked");
  const label = (control?.getAttribute("aria-label") ?? control?.innerText ?? "").trim();
  const saw = { path: heading?.dataset.asked ?? "", label };
  control?.classList.remove("ignored");
  dispatch(PointerEvent, "pointerdown", under, place);
  await pass(now + held);
  const left = spot(place);
  dispatch(PointerEvent, "pointerup", left, place);
  if (left === under) dispatch(MouseEvent, "click", under, place);
  await turn();
  return { ...saw, ignored: Boolean(control?.classList.contains("ignored")) };
};

const run = async () => {
  const touches = [];
  for (const place of places) {
    const began = now;
    touches.push(await finger(place));
    await pass(began + apart);
  }
  while (pending.length) await pass(pending[0].due);
  window.fetch = real.fetch;
  const behind = offset + now - real.clock.call(performance);
  performance.now = () => real.clock.call(performance) + behind;
  return touches;
};

run().then(done, (error) => done(String(error)));
