import { Button, Group, NativeSelect, Stack, Text } from '@mantine/core'
import { useRef, useState, type ChangeEvent } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { ListedVoucher } from '#contract/posting.ts'
import { formatMonth, type Month } from '#domain/calendar.ts'
import { agree, count } from '#domain/count.ts'
import { somethingBroke } from '#domain/refusals.ts'
import { classes } from '#domain/school.ts'
import { useCall } from '#web/api/queries.ts'
import { useStaff } from '#web/api/session.ts'
import { Figures } from '#web/kit/figures.tsx'
import { useAct } from '#web/kit/form/use-act.ts'
import { useGoBack } from '#web/kit/go-back.ts'
import { printMonthAddress } from '#web/kit/list-addresses.ts'
import { MonthSteps } from '#web/kit/month-steps.tsx'
import { monthsOffered, openMonth, valueOfMonth } from '#web/kit/months-offered.ts'
import { useMonthInAddress } from '#web/kit/months-to-post.tsx'
import { useAlert, useOffer } from '#web/ui/alert-dialog.tsx'
import { Screen } from '#web/ui/screen.tsx'
import { Failed } from '#web/ui/states.tsx'
import { posting, PostingList, sentFor, unposting, useListing, type Posting } from './posting-list.tsx'

/** `/post-vouchers` and `/unpost-vouchers` (spec 2.routes.post-vouchers). A link opens another month. */
export function PostingScreen() {
  const words = useLocation().pathname.includes('unpost') ? unposting : posting
  const inAddress = useMonthInAddress()
  return (
    <MonthPosting
      key={`${words.title} ${inAddress && formatMonth(inAddress)}`}
      words={words}
      inAddress={inAddress}
    />
  )
}

/** The waiting vouchers of a month, and the act that moves them; null if no month is chosen. */
function usePosting(words: Posting, inAddress: Month | null) {
  const { today } = useStaff()
  const alert = useAlert()
  const offer = useOffer()
  const navigate = useNavigate()
  const select = useRef<HTMLSelectElement>(null)
  const [chosen, choose] = useState<Month | null>(inAddress)
  const waiting = useCall(words.waiting, {})
  const months = waiting.data?.months ?? []
  const only = words.next && months.length === 1 ? months[0] : null
  const month = openMonth(chosen, today, months) ?? only ?? null
  const listing = useListing(words, month)

  const act = useAct(words.act, {
    ask: (moved: Month) => words.question(listing.vouchers.length, formatMonth(moved)),
    sent: sentFor,
    async done({ count: done }, moved) {
      // The month stays chosen when all of its vouchers are posted.
      choose(moved)
      const detail = `${count(done, 'voucher')} of ${formatMonth(moved)} ${agree(done, 'is', 'are')} ${words.doneTo}.`
      if (await offer(words.done, words.next, { detail })) void navigate(printMonthAddress(moved))
      else select.current?.focus()
    },
    async refused({ code, msg }) {
      if (code === words.codeOfNothing) {
        void listing.refetch()
        await alert(words.nothing, { tone: 'error' })
      } else await alert(somethingBroke, { tone: 'error', ...(msg !== somethingBroke && { detail: msg }) })
      return true
    },
  })

  async function show() {
    if (month !== null) return void listing.refetch()
    await alert('Please select a month.', { tone: 'error' })
    select.current?.focus()
  }

  const valueOf = (other: Month) => valueOfMonth(other, today)
  const offered = monthsOffered(today, months, month)
  const field = {
    ref: select,
    value: month ? valueOf(month) : '',
    onChange: ({ currentTarget }: ChangeEvent<HTMLSelectElement>) =>
      choose(offered.find((other) => valueOf(other) === currentTarget.value) ?? null),
    data: [
      { value: '', label: 'Select a month', disabled: true },
      ...offered.map((other) => ({
        value: valueOf(other),
        label: `${formatMonth(other)}${other.count > 0 ? ` (${other.count} ${words.toDo})` : ''}`,
      })),
    ],
  }
  return { field, waiting, month, listing, act, show }
}

/** Lists the vouchers of a chosen month; one button moves them all (spec 5.posting). */
function MonthPosting({ words, inAddress }: { readonly words: Posting; readonly inAddress: Month | null }) {
  const { title, lead, next } = words
  const { field, waiting, month, listing, act, show } = usePosting(words, inAddress)
  const goBack = useGoBack()

  return (
    <Screen title={title} lead={lead} onLeave={goBack}>
      <Stack gap="md">
        {next && <MonthSteps step="post" month={month} />}
        <Group align="flex-end" gap="sm">
          <NativeSelect label="Month" {...field} disabled={act.sending} />
          <Button variant="default" onClick={() => void show()} disabled={act.sending || waiting.isPending}>
            Show vouchers
          </Button>
        </Group>
        {waiting.error && <Failed failure={waiting.error} retry={() => void waiting.refetch()} />}
        <Group justify="space-between" align="flex-end" gap="sm">
          <div>{month && <MonthSums month={month} listing={listing} />}</div>
          <Group gap="sm" ml="auto">
            <Button variant="default" onClick={goBack} disabled={act.sending}>
              Cancel
            </Button>
            <Button
              aria-keyshortcuts="Alt+S"
              onClick={() => month && act.run(month)}
              disabled={!listing.ready}
              loading={act.sending}
            >
              {title}
            </Button>
          </Group>
        </Group>
        <PostingList words={words} month={month && formatMonth(month)} listing={listing} />
      </Stack>
    </Screen>
  )
}

type OfMonth = { readonly month: Month; readonly listing: ReturnType<typeof useListing> }

const MonthSums = ({ month, listing: { vouchers, totals } }: OfMonth) =>
  vouchers.length > 0 && (
    <>
      <Figures month={month} {...totals} />
      <Text c="dimmed" mt={4}>
        {classCounts(vouchers)}
      </Text>
    </>
  )

/** `Class 4: 12 · Class 5: 24`, in the order of the school. */
function classCounts(vouchers: readonly ListedVoucher[]): string {
  const counts = new Map<string, number>()
  for (const { studentClass } of vouchers) counts.set(studentClass, (counts.get(studentClass) ?? 0) + 1)
  return classes.flatMap((of) => (counts.has(of) ? [`Class ${of}: ${counts.get(of)}`] : [])).join(' · ')
}
