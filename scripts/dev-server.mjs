import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'

/** @typedef {import('node:child_process').ChildProcess} ChildProcess */

const longestCallMs = 5000
const longestCloseMs = 10_000
const stoppedHint = `
The server is not running: the reason is above. Correct the file and save it; the server then starts again.
If a migration was applied before it was complete, continue with an empty database (DATA_DIR=<new folder> npm run dev),
or undo by hand what it did and delete its row from the table "migrations".
`

/** The portal's server, run from its sources. Calls that arrive while it restarts wait until it is ready. */
export class DevServer {
  /** @type {ChildProcess | undefined} */
  #child
  /** Whether the latest start succeeded; pending until that is known. @type {Promise<boolean>} */
  #started = Promise.resolve(false)
  #isRestartPlanned = false
  /** @type {Set<import('node:http').ServerResponse>} */
  #openCalls = new Set()
  #address

  /** @param {NodeJS.ProcessEnv} env */
  constructor(env) {
    this.#address = `http://${env['HOST'] || '127.0.0.1'}:${env['PORT'] || '3000'}`
  }

  /** Starts the server, or restarts it; edits that come before the old one has stopped share one restart. */
  restart() {
    if (this.#isRestartPlanned) return
    this.#isRestartPlanned = true
    this.#started = this.#started.then(async () => {
      await this.stop()
      this.#isRestartPlanned = false
      return this.#start()
    })
  }

  /** Stops the server once the calls that it has are answered; one that does not close in time is killed. */
  async stop() {
    const answered = [...this.#openCalls].map((response) => once(response, 'close'))
    await Promise.race([Promise.all(answered), timeout(longestCallMs)])
    const stopping = this.#child
    this.#child = undefined
    if (!stopping || hasExited(stopping)) return
    const exited = once(stopping, 'exit')
    stopping.kill('SIGTERM')
    await Promise.race([exited, timeout(longestCloseMs)])
    if (!hasExited(stopping)) stopping.kill('SIGKILL')
    await exited
  }

  /**
   * Calls `next` when the server is ready; answers 503 when it could not start.
   * @param {import('node:http').ServerResponse} response @param {() => void} next
   */
  async handle(response, next) {
    if (await this.#isStarted()) {
      this.#openCalls.add(response)
      response.once('close', () => this.#openCalls.delete(response))
      next()
      return
    }
    response.writeHead(503, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ code: 'not-ready', msg: 'The server did not start: see the terminal.' }))
  }

  async #start() {
    const child = runServer(this.#address)
    this.#child = child
    child.once('exit', () => {
      if (this.#child !== child) return // it was stopped on purpose
      this.#started = Promise.resolve(false)
      console.error(stoppedHint)
    })
    while (!hasExited(child)) {
      if (await isReady(this.#address)) return true
      await delay(50)
    }
    return false
  }

  /** Waits for the latest start, also when it began while another one was awaited. */
  async #isStarted() {
    for (;;) {
      const latest = this.#started
      const isStarted = await latest
      if (latest === this.#started) return isStarted
    }
  }
}

/** @param {string} address */
function runServer(address) {
  // In a process group of its own: Ctrl-C then reaches only this script, which stops the server in order.
  const child = spawn(process.execPath, ['--import', 'tsx', 'src/server/main.ts'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  })
  createInterface({ input: child.stdout }).on('line', (line) => {
    // The page is opened at Vite's address; the server's own would mislead.
    if (!line.includes(` at ${address}`)) console.log(line)
  })
  return child
}

/** @param {number} ms */
const timeout = (ms) => delay(ms, undefined, { ref: false })

/** @param {ChildProcess} child */
const hasExited = ({ exitCode, signalCode }) => exitCode !== null || signalCode !== null

/** @param {string} address */
const isReady = async (address) =>
  fetch(`${address}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  )
