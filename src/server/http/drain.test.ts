// @module-tag engine

import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import Fastify from 'fastify'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openDrain, type Drain } from './drain.ts'

const limitMs = 200

describe('the shutdown', () => {
  let drain: Drain
  let app: ReturnType<typeof Fastify>
  let finish: () => void

  beforeEach(async () => {
    drain = openDrain(limitMs)
    app = Fastify()
    drain.watch(app)
    const finished = new Promise<void>((resolve) => (finish = resolve))
    app.get('/slow', async () => {
      await finished
      return 'done'
    })
    await app.listen({ port: 0, host: '127.0.0.1' })
  })
  afterEach(async () => {
    finish()
    app.server.closeAllConnections()
    await app.close()
  })

  const send = async (requests: number): Promise<Socket> => {
    const socket = connect(Number(new URL(app.listeningOrigin).port), '127.0.0.1')
    socket.on('error', () => {})
    await once(socket, 'connect')
    socket.write('GET /slow HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(requests))
    return socket
  }

  it('counts pipelined requests until each is answered', async () => {
    const socket = await send(10)
    await expect.poll(drain.running).toBe(10)
    finish()
    await expect.poll(drain.running).toBe(0)
    socket.destroy()
  })

  it('does not count a pipelined request whose connection was dropped before its turn', async () => {
    const socket = await send(10)
    await expect.poll(drain.running).toBe(10)
    socket.destroy()
    await expect.poll(drain.running).toBe(0)
  })

  it('is announced at /readyz, while other calls are still served', async () => {
    const leaving = openDrain(limitMs, limitMs)
    const other = Fastify()
    leaving.watch(other)
    for (const path of ['/readyz', '/call']) other.get(path, async () => 'done')
    const statuses = async () => {
      const replies = await Promise.all(['/readyz', '/call'].map((url) => other.inject({ url })))
      return replies.map(({ statusCode }) => statusCode)
    }
    expect(await statuses()).toEqual([200, 200])
    const ended = leaving.begin()
    expect(await statuses()).toEqual([503, 200])
    await ended
    expect(await statuses()).toEqual([503, 503])
    await other.close()
  })

  it('waits for running requests without cutting them off', async () => {
    await send(1)
    await expect.poll(drain.running).toBe(1)
    setTimeout(finish, limitMs / 10)
    let isCutOff = false
    await drain.begin(async () => void (isCutOff = true))
    expect({ isCutOff, running: drain.running() }).toEqual({ isCutOff: false, running: 0 })
  })

  it('cuts off requests that are still running at the limit', async () => {
    await send(1)
    await expect.poll(drain.running).toBe(1)
    await drain.begin(async () => finish())
    expect(drain.running()).toBe(0)
  })

  it('cuts off again requests that did not end the first time', async () => {
    await send(1)
    await expect.poll(drain.running).toBe(1)
    let times = 0
    await drain.begin(async () => {
      times += 1
      if (times === 2) finish()
    })
    expect({ times, running: drain.running() }).toEqual({ times: 2, running: 0 })
  })

  it('refuses new requests', async () => {
    await drain.begin()
    expect((await app.inject('/slow')).statusCode).toBe(503)
  })
})
