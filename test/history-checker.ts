// Checks concurrent calls against their books, whose hashes give the order of the commits. The calls before a reply
// must explain it, and a call that was answered before another was sent must come before it.

/** In paisa. */
type Amount = number

interface Timed {
  readonly sentAt: number
  /** Infinity if no reply came: the call may have been done at any later time, or not at all. */
  readonly answeredAt: number
}

/** A payment, or a correction to `amount`. Each key has a different amount, which identifies its receipts. */
export interface Write extends Timed {
  readonly kind: 'receive' | 'correct'
  readonly key: string
  readonly voucherNo: string
  readonly amount: Amount
  readonly receivedOn: string
  /** Null if the call was refused or no reply came. */
  readonly reply: { readonly receiptNo: number; readonly balance: Amount } | null
  readonly isRefused: boolean
}

/** A read of one voucher's balance, or of many balances in a report, at one moment. */
export interface Read extends Timed {
  readonly balances: ReadonlyMap<string, Amount>
}

/** An acknowledged closing of the books. */
export interface CloseBooks extends Timed {
  readonly closedUntil: string
}

export interface History {
  /** The balance of each voucher before the first call. */
  readonly start: ReadonlyMap<string, Amount>
  readonly writes: readonly Write[]
  readonly reads: readonly Read[]
  readonly closings: readonly CloseBooks[]
}

export interface BookedReceipt {
  readonly receiptNo: number
  /** The place in the order of the commits. */
  readonly place: number
  /** Shared by rows that were committed together, such as a correction and its reversals. */
  readonly transaction: string
  readonly voucherNo: string
  /** Negative for a reversal. */
  readonly amount: Amount
  readonly receivedOn: string
  /** Null for money that is not cash. */
  readonly drawer: string | null
}

/** The receipts after one number up to another. */
export interface DrawerClosing {
  readonly drawer: string
  readonly afterReceipt: number
  readonly upToReceipt: number
  readonly cash: Amount
}

export interface Books {
  /** The number of the last receipt before the first call. */
  readonly lastBefore: number
  readonly receipts: readonly BookedReceipt[]
  readonly drawerClosings: readonly DrawerClosing[]
  /** The closings; each applies from `place` in the order of the commits. */
  readonly bookClosings: readonly { readonly closedUntil: string; readonly place: number }[]
}

/** Describes everything that no serial order of the calls explains; empty if the history is sound. */
export function violationsOf(history: History, books: Books): string[] {
  const inOrder = { ...books, receipts: books.receipts.toSorted((one, other) => one.place - other.place) }
  return [
    ...numberViolations(inOrder),
    ...writeViolations(history, inOrder),
    ...orderViolations(history, inOrder),
    ...readViolations(history, inOrder),
    ...closedDayViolations(history, inOrder),
    ...drawerViolations(inOrder),
  ]
}

function numberViolations({ receipts, lastBefore }: Books): string[] {
  const numbers = receipts.map(({ receiptNo }) => receiptNo).toSorted((one, other) => one - other)
  return numbers.flatMap((number, index) => {
    const before = index === 0 ? lastBefore : (numbers[index - 1] ?? 0)
    if (number === before) return [`receipt ${number} exists twice`]
    return number === before + 1 ? [] : [`receipts ${before + 1} to ${number - 1} are missing`]
  })
}

/** Returns the receipts that a call made; reversals have other amounts. */
const receiptsOf = ({ voucherNo, amount }: Write, { receipts }: Books): BookedReceipt[] =>
  receipts.filter((one) => one.voucherNo === voucherNo && one.amount === amount)

/** Returns the balances of a voucher in the order of the commits, beginning with the balance before the first. */
function balancesOf(voucherNo: string, { start }: History, { receipts }: Books) {
  let balance = start.get(voucherNo) ?? 0
  const voucherReceipts = receipts.filter((one) => one.voucherNo === voucherNo)
  return [
    { place: -1, balance },
    ...voucherReceipts.map(({ place, amount }) => ({ place, balance: (balance -= amount) })),
  ]
}

function writeViolations(history: History, books: Books): string[] {
  const explained = new Set<BookedReceipt>()
  const faults = history.writes.flatMap((write) => {
    const made = receiptsOf(write, books)
    for (const receipt of made) explained.add(receipt)
    return [...effectFaults(write, made), ...replyFaults(write, made[0], history, books)]
  })
  const unexplained = books.receipts.filter((one) => one.amount > 0 && !explained.has(one))
  return [...faults, ...unexplained.map(({ receiptNo }) => `no call made receipt ${receiptNo}`)]
}

function effectFaults({ key, isRefused, reply }: Write, made: readonly BookedReceipt[]): string[] {
  if (made.length > 1) return [`${key} took effect ${made.length} times`]
  if (made.length === 1 && isRefused) return [`${key} was refused but took effect`]
  return made.length === 0 && reply ? [`${key} was acknowledged but lost`] : []
}

function replyFaults(
  write: Write,
  made: BookedReceipt | undefined,
  history: History,
  books: Books,
): string[] {
  const { key, reply, voucherNo } = write
  if (!reply || !made) return []
  if (reply.receiptNo !== made.receiptNo)
    return [`${key} was answered receipt ${reply.receiptNo}, not ${made.receiptNo}`]
  const after = balancesOf(voucherNo, history, books).findLast(({ place }) => place <= made.place)?.balance
  return reply.balance === after ? [] : [`${key} was answered balance ${reply.balance}, not ${after}`]
}

/** Reports calls that were answered before another was sent but come after it in the books. */
function orderViolations({ writes }: History, books: Books): string[] {
  const done = writes.flatMap((write) => receiptsOf(write, books).map(({ place }) => ({ ...write, place })))
  const inOrder = done.toSorted((one, other) => one.place - other.place)
  let latestSent = { sentAt: -Infinity, key: '' }
  return inOrder.flatMap((write) => {
    const fault =
      write.answeredAt < latestSent.sentAt
        ? [`${write.key} was answered before ${latestSent.key} was sent but comes after it`]
        : []
    if (write.sentAt > latestSent.sentAt) latestSent = write
    return fault
  })
}

/** Reports reads that fit no moment after all that was known when they were sent and before all that was sent later. */
function readViolations(history: History, books: Books): string[] {
  const timelines = new Map([...history.start.keys()].map((no) => [no, balancesOf(no, history, books)]))
  const done = history.writes.flatMap((write) =>
    receiptsOf(write, books).map(({ place }) => ({ ...write, place })),
  )
  // A transaction is not visible before its last row.
  const ends = books.receipts.filter(
    ({ transaction }, index) => books.receipts[index + 1]?.transaction !== transaction,
  )
  const places = [-1, ...ends.map(({ place }) => place)]
  const known: { answeredAt: number; place: number }[] = []
  const faults: string[] = []
  for (const read of history.reads.toSorted((one, other) => one.answeredAt - other.answeredAt)) {
    const from = Math.max(
      -1,
      ...done.filter(({ answeredAt }) => answeredAt < read.sentAt).map(({ place }) => place),
      ...known.filter(({ answeredAt }) => answeredAt < read.sentAt).map(({ place }) => place),
    )
    const until = Math.min(
      Infinity,
      ...done.filter(({ sentAt }) => sentAt > read.answeredAt).map(({ place }) => place),
    )
    // The earliest possible moment leaves the most moments for later reads.
    const place = places.find(
      (one) =>
        one >= from &&
        one < until &&
        [...read.balances].every(
          ([no, balance]) => timelines.get(no)?.findLast((entry) => entry.place <= one)?.balance === balance,
        ),
    )
    if (place !== undefined) known.push({ answeredAt: read.answeredAt, place })
    else
      faults.push(
        `no serial order allows the read of ${JSON.stringify([...read.balances].slice(0, 3))} sent at ${read.sentAt}`,
      )
  }
  return faults
}

function closedDayViolations({ writes, closings }: History, { receipts, bookClosings }: Books): string[] {
  const accepted = writes.filter(({ reply }) => reply !== null)
  const late = closings.flatMap(({ answeredAt, closedUntil }) =>
    accepted
      .filter((write) => write.sentAt > answeredAt && write.receivedOn <= closedUntil)
      .map(({ key }) => `${key} was accepted on a day that was closed when it was sent`),
  )
  const booked = bookClosings.flatMap(({ closedUntil, place }) =>
    receipts
      .filter((one) => one.place > place && one.receivedOn <= closedUntil)
      .map(({ receiptNo }) => `receipt ${receiptNo} is dated on a day that was closed before it`),
  )
  return [...late, ...booked]
}

function drawerViolations({ receipts, drawerClosings, lastBefore }: Books): string[] {
  return [...new Set(drawerClosings.map(({ drawer }) => drawer))].flatMap((drawer) => {
    const inOrder = drawerClosings
      .filter((one) => one.drawer === drawer)
      .toSorted((one, other) => one.upToReceipt - other.upToReceipt)
    return inOrder.flatMap(({ afterReceipt, upToReceipt, cash }, index) => {
      const before = inOrder[index - 1]?.upToReceipt ?? afterReceipt
      if (afterReceipt !== before) return [`closings of ${drawer} do not follow each other at ${before}`]
      // Receipts from before the first call are not known here.
      if (afterReceipt < lastBefore) return []
      const covered = receipts.filter(
        (one) => one.drawer === drawer && one.receiptNo > afterReceipt && one.receiptNo <= upToReceipt,
      )
      const sum = covered.reduce((total, { amount }) => total + amount, 0)
      return sum === cash ? [] : [`a closing of ${drawer} up to ${upToReceipt} holds ${cash}, not ${sum}`]
    })
  })
}
