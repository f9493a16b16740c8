import { expect, test, vi } from 'vitest'
import { findVoucher, receivePayment } from '#contract/counter.ts'
import { postMonth, vouchersToPost } from '#contract/posting.ts'
import { rs } from '#test/builders.ts'
import { covers } from '#test/covers.ts'
import { call, CallFailed, factsOf, useConnection } from './call.ts'

const failureOf = async (calling: Promise<unknown>): Promise<CallFailed> => {
  const error = await calling.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof CallFailed)) throw new Error(`Not a failed call: ${String(error)}`)
  return error
}

const answer = (response: Response) => {
  const requests: { url: unknown; init: RequestInit | undefined }[] = []
  globalThis.fetch = async (input, init) => {
    requests.push({ url: input, init })
    return response
  }
  return requests
}

test('a call fills the path, encoding the special characters of a voucher number', async () => {
  covers('decisions 2.replies.voucher-id')

  const requests = answer(Response.json({ msg: 'Voucher found' }))
  await call(findVoucher, { params: { campus: 'Main Campus', voucherId: '5Red/7 ?#' } })
  expect(requests[0]?.url).toBe('/finances/individualVoucherByVoucherId/Main%20Campus/5Red%2F7%20%3F%23')
  expect(requests[0]?.init).toMatchObject({ method: 'GET', credentials: 'same-origin' })
})

test('a call appends the query to the path and leaves out undefined values', async () => {
  const params = { campus: 'Main Campus', monthNumber: 12 }
  const path = '/finances/postVouchers/Main%20Campus/12'
  const requests = answer(Response.json({ msg: 'success', count: 1 }))
  await call(postMonth, { params, query: { year: 2026 } })
  expect(requests[0]?.url).toBe(`${path}?year=2026`)
  const laterRequests = answer(Response.json({ msg: 'success', count: 1 }))
  await call(postMonth, { params, query: { year: undefined } })
  expect(laterRequests[0]?.url).toBe(path)
})

test('a page hosted elsewhere calls the host that it was built for', async () => {
  covers('decisions 1.origin.other-host')

  vi.stubEnv('VITE_API_HOST', 'https://office.example')
  const requests = answer(Response.json({ msg: 'x' }))
  await call(vouchersToPost, { params: { campus: 'Main Campus' } })
  vi.unstubAllEnvs()
  expect(requests[0]?.url).toBe('https://office.example/finances/checkIfVoucherNeedsToBePosted/Main%20Campus')
})

test('a call throws if a parameter of its path is missing', async () => {
  answer(Response.json({}))
  await expect(call(findVoucher, { params: { campus: 'Main Campus' } as never })).rejects.toThrow(
    'lacks voucherId',
  )
})

test('a refusal has its code, field errors and facts', async () => {
  covers('decisions 2.status.code')

  answer(
    Response.json(
      {
        code: 'voucher-carried',
        msg: 'Voucher carried forward',
        carriedTo: '5Red1-202612',
        errors: [{ field: 'receivedAmount', message: 'Too late' }],
      },
      { status: 409 },
    ),
  )
  const params = { campus: 'Main Campus', voucherId: '5Red1-202611' }
  const failure = await failureOf(call(receivePayment, { params, body: { receivedAmount: rs(5) } }))
  expect(failure).toMatchObject({
    status: 409,
    code: 'voucher-carried',
    msg: 'Voucher carried forward',
    facts: { carriedTo: '5Red1-202612' },
    errors: [{ field: 'receivedAmount', message: 'Too late' }],
  })
})

test('amounts among the facts of a refusal are converted from rupees', async () => {
  answer(
    Response.json({ code: 'balance-changed', msg: 'Balance has changed', balance: 4000.5 }, { status: 409 }),
  )
  const params = { campus: 'Main Campus', voucherId: '5Red1-202611' }
  const failure = await failureOf(call(receivePayment, { params, body: { receivedAmount: rs(5) } }))
  expect(factsOf(failure, 'balance-changed')).toEqual({ balance: rs(4000.5) })
  expect(factsOf(failure, 'fees-pending')).toBeNull()
})

test('only status 200 is a success, and the page of a proxy is a fault', async () => {
  covers('spec 4.session.each-call', 'spec 7.success.status', 'decisions 2.status.success')

  answer(Response.json({ msg: 'accepted' }, { status: 202 }))
  expect(await failureOf(call(vouchersToPost, { params: { campus: 'Main Campus' } }))).toMatchObject({
    status: 202,
  })
  answer(new Response('<h1>Gateway</h1>', { status: 200 }))
  expect(await failureOf(call(vouchersToPost, { params: { campus: 'Main Campus' } }))).toMatchObject({
    code: 'broken',
    msg: 'An error occurred',
  })
})

test.each([
  [{ msg: 'Failed to generate voucher', voucher: null }, { code: 'failed' }],
  [{ msg: 'Voucher already exists for this month' }, { code: 'voucher-exists' }],
  [{ msg: 'No vouchers found' }, { code: 'no-vouchers' }],
  ['Editing admission failed', { code: 'failed', msg: 'Editing admission failed' }],
])('a reply with status 200 fails if its message reports a failure: %j', async (reply, failure) => {
  covers('spec 8.generation.failed')

  answer(Response.json(reply))
  const params = { campus: 'Main Campus' }
  expect(await failureOf(call(vouchersToPost, { params }))).toMatchObject({ status: 200, ...failure })
})

test('a reply with an empty list is not a failure', async () => {
  const reply = { msg: 'No unposted vouchers found for the selected month.', vouchers: [] }
  answer(Response.json(reply))
  expect(await call(vouchersToPost, { params: { campus: 'Main Campus' } })).toEqual(reply)
})

test('a lost connection is reported as offline, and stays marked until the next answer', async () => {
  globalThis.fetch = async () => {
    throw new TypeError('Failed to fetch')
  }
  expect(await failureOf(call(vouchersToPost, { params: { campus: 'Main Campus' } }))).toMatchObject({
    status: 0,
    code: 'offline',
    msg: 'No connection to the server. What you typed is kept.',
  })
  expect(useConnection.getState().online).toBe(false)
  answer(Response.json({ msg: 'x' }))
  await call(vouchersToPost, { params: { campus: 'Main Campus' } })
  expect(useConnection.getState().online).toBe(true)
})

test('a call that its screen cancels does not mark the connection as lost', async () => {
  const controller = new AbortController()
  globalThis.fetch = async (_, init) => {
    controller.abort()
    throw init?.signal?.reason
  }
  const calling = call(vouchersToPost, { params: { campus: 'Main Campus' }, signal: controller.signal })
  await expect(calling).rejects.toHaveProperty('name', 'AbortError')
  expect(useConnection.getState().online).toBe(true)
})
