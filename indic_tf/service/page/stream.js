// A live text at the service: one message at a time, and a partial that has been overtaken is not sent.

import { Refused, streamUrl } from "./api.js";

const RESTARTS = 1012;
const QUIET = 1001;

export class Stream {
  #socket;
  #tell;
  #queue = []; // [message, the words heard by then]
  #flying = null;
  #begun = false;
  #done = false;

  /** `tell` has update(made, said), refused() for one that never began, ended(why, error). */
  constructor(options, tell) {
    this.#tell = tell;
    this.#socket = new WebSocket(streamUrl(options));
    this.#socket.onopen = () => {
      this.#begun = true;
      this.#next();
    };
    this.#socket.onmessage = (event) => this.#came(JSON.parse(event.data));
    this.#socket.onclose = (event) => this.#closed(event.code);
  }

  /** Send a message when it is its turn; `said` are all words of the stream up to it. */
  send(message, said) {
    if (this.#queue.at(-1)?.[0].replace) this.#queue.pop();
    this.#queue.push([message, said]);
    this.#next();
  }

  /** The end: what is pending becomes final. */
  finish() {
    this.send({ finish: true }, this.#queue.at(-1)?.[1] ?? this.#flying ?? this.#last);
  }

  /** Go without a word. */
  leave() {
    this.#done = true;
    this.#socket.close();
  }

  #last = [];

  #next() {
    if (!this.#begun || this.#flying || !this.#queue.length || this.#socket.readyState !== WebSocket.OPEN) return;
    const [message, said] = this.#queue.shift();
    this.#flying = said;
    this.#socket.send(JSON.stringify(message));
  }

  #came(made) {
    const said = this.#flying ?? this.#last;
    this.#last = said;
    this.#flying = null;
    if (this.#done) return;
    if (made.error) return this.#fail(new Refused(made.error.message, 0, made.error.code, made.error.param));
    this.#tell.update(made, said);
    if (made.finished) this.#done = "finished";
    this.#next();
  }

  #fail(error) {
    this.leave();
    this.#tell.ended("", error);
  }

  #closed(code) {
    if (this.#done === true) return;
    if (!this.#begun) return this.#tell.refused();
    if (code === QUIET) return this.#tell.ended("Ended, since nothing was said for a while. Type to begin another.");
    if (code === RESTARTS) return this.#tell.ended("The service is being stopped; what was heard is final.");
    if (this.#done) return this.#tell.ended("Finished.");
    this.#tell.ended("", new Refused("The connection was lost. Type to begin another live text."));
  }
}
