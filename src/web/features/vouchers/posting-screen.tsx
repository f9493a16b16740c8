import { formatMonth, type Month } from '#domain/calendar.ts'
import { useStaff } from '#web/api/session.ts'
import { useGoBack } from '#web/parts/go-back.ts'
import { useMonthInAddress } from '#web/parts/months-to-post.ts'
import { useAlert } from '#web/ui/alert-dialog.tsx'
import { Screen } from '#web/ui/screen.tsx'
import { Failed } from '#web/ui/states.tsx'
import { Button, Group, NativeSelect, Stack } from '@mantine/core'
import { useRef, useState } from 'react'
import { Figures } from './figures.tsx'
import { monthsOffered, valueOfMonth } from './months-offered.ts'
import type { Posting } from './posting.ts'
import { PostingList } from './posting-list.tsx'
import { usePosting } from './use-posting.ts'

/** A month is chosen, its vouchers are listed, one button moves them all (spec §5 Post or unpost). */
export function PostingScreen({ posting }: { readonly posting: Posting }) {
  const { campus, today } = useStaff()
  const inAddress = useMonthInAddress()
  const [chosen, setChosen] = useState<Month | null>(inAddress)
  const { month, waiting, listing, act, sending } = usePosting(posting, chosen)
  const offered = monthsOffered(today, waiting.data?.months ?? [], month)
  const select = useRef<HTMLSelectElement>(null)
  const alert = useAlert()
  const goBack = useGoBack()

  const choose = (value: string) =>
    setChosen(offered.find((other) => valueOfMonth(other, today) === value) ?? null)

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
    <Screen title={posting.title} campus={campus} lead={posting.lead} onLeave={goBack}>
      <Stack gap="md">
        <Group align="flex-end" gap="sm">
          <NativeSelect
            ref={select}
            label="Month"
            value={month ? valueOfMonth(month, today) : ''}
            onChange={(event) => choose(event.currentTarget.value)}
            disabled={sending}
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
          <Button variant="default" onClick={() => void show()} disabled={sending}>
            Show vouchers
          </Button>
        </Group>
        {waiting.error && <Failed failure={waiting.error} retry={() => void waiting.refetch()} />}
        <Group justify="space-between" align="flex-end" gap="sm">
          <div>{listing.vouchers.length > 0 && <Figures {...listing.totals} />}</div>
          <Group gap="sm" ml="auto">
            <Button variant="default" onClick={goBack} disabled={sending}>
              Cancel
            </Button>
            <Button onClick={() => void move()} disabled={!listing.ready} loading={sending}>
              {posting.button}
            </Button>
          </Group>
        </Group>
        <PostingList posting={posting} month={month && formatMonth(month)} listing={listing} />
      </Stack>
    </Screen>
  )
}
