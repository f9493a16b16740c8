import { Button, Group, NativeSelect, Stack, Text } from '@mantine/core'
import { useRef, useState, type Ref } from 'react'
import type { ListedVoucher } from '#contract/posting.ts'
import { formatMonth, type Month } from '#domain/calendar.ts'
import { classes } from '#domain/school.ts'
import { useStaff } from '#web/api/session.ts'
import { Figures } from '#web/kit/figures.tsx'
import { useGoBack } from '#web/kit/go-back.ts'
import { MonthSteps } from '#web/kit/month-steps.tsx'
import { monthsOffered, valueOfMonth, type OfferedMonth } from '#web/kit/months-offered.ts'
import { useMonthInAddress } from '#web/kit/months-to-post.tsx'
import { useAlert } from '#web/ui/alert-dialog.tsx'
import { Screen } from '#web/ui/screen.tsx'
import { Failed } from '#web/ui/states.tsx'
import { PostingList } from './posting-list.tsx'
import type { Posting } from './posting.ts'
import { usePosting, type Listing } from './use-posting.ts'

interface PostingScreenProps {
  readonly posting: Posting
}

/** Lists the vouchers of a chosen month; one button moves them all (spec 5.posting). A link opens another month. */
export function PostingScreen({ posting }: PostingScreenProps) {
  const inAddress = useMonthInAddress()
  return <OpenPosting key={inAddress && formatMonth(inAddress)} posting={posting} inAddress={inAddress} />
}

interface OpenPostingProps extends PostingScreenProps {
  readonly inAddress: Month | null
}

function OpenPosting({ posting, inAddress }: OpenPostingProps) {
  const [chosen, setChosen] = useState<Month | null>(inAddress)
  const { month, waiting, listing, act, sending } = usePosting(posting, chosen, setChosen)
  const select = useRef<HTMLSelectElement>(null)
  const alert = useAlert()
  const goBack = useGoBack()

  async function show() {
    if (month !== null) return void listing.refetch()
    await alert('Please select a month.', { tone: 'error' })
    select.current?.focus()
  }

  async function move() {
    if (month === null) return show()
    if (await act(formatMonth(month))) select.current?.focus()
  }

  return (
    <Screen title={posting.title} lead={posting.lead} onLeave={goBack}>
      <Stack gap="md">
        {posting.next && <MonthSteps step="post" month={month} />}
        <Group align="flex-end" gap="sm">
          <MonthSelect
            ref={select}
            posting={posting}
            waiting={waiting.data?.months ?? []}
            month={month}
            onChoose={setChosen}
            disabled={sending}
          />
          <Button variant="default" onClick={() => void show()} disabled={sending || waiting.isPending}>
            Show vouchers
          </Button>
        </Group>
        {waiting.error && <Failed failure={waiting.error} retry={() => void waiting.refetch()} />}
        <Group justify="space-between" align="flex-end" gap="sm">
          <div>{month && <MonthSums month={month} listing={listing} />}</div>
          <Group gap="sm" ml="auto">
            <Button variant="default" onClick={goBack} disabled={sending}>
              Cancel
            </Button>
            <Button
              aria-keyshortcuts="Alt+S"
              onClick={() => void move()}
              disabled={!listing.ready}
              loading={sending}
            >
              {posting.button}
            </Button>
          </Group>
        </Group>
        <PostingList posting={posting} month={month && formatMonth(month)} listing={listing} />
      </Stack>
    </Screen>
  )
}

interface MonthSumsProps {
  readonly month: Month
  readonly listing: Listing
}

/** The sums of the listed vouchers, and their number by class. */
const MonthSums = ({ month, listing: { vouchers, totals } }: MonthSumsProps) =>
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

interface MonthSelectProps {
  readonly ref: Ref<HTMLSelectElement>
  readonly posting: Posting
  readonly waiting: readonly OfferedMonth[]
  readonly month: Month | null
  readonly onChoose: (month: Month | null) => void
  readonly disabled: boolean
}

/** The offered months with their waiting vouchers. */
function MonthSelect({ ref, posting, waiting, month, onChoose, disabled }: MonthSelectProps) {
  const { today } = useStaff()
  const offered = monthsOffered(today, waiting, month)
  const choose = (value: string) =>
    onChoose(offered.find((other) => valueOfMonth(other, today) === value) ?? null)
  return (
    <NativeSelect
      ref={ref}
      label="Month"
      value={month ? valueOfMonth(month, today) : ''}
      onChange={(event) => choose(event.currentTarget.value)}
      disabled={disabled}
    >
      <option value="" disabled>
        Select a month
      </option>
      {offered.map((other) => (
        <option key={formatMonth(other)} value={valueOfMonth(other, today)}>
          {formatMonth(other)}
          {other.count > 0 && ` (${other.count} ${posting.toDo})`}
        </option>
      ))}
    </NativeSelect>
  )
}
