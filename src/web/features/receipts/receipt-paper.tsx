import { setPreferences, usePreferences, type Preferences } from '#web/api/preferences.ts'
import { Group, SegmentedControl, Text } from '@mantine/core'
import { useId } from 'react'

/** What a slip is printed on: a third of an A4 page, or a roll of a till printer. */
export type ReceiptPaper = NonNullable<Preferences['paper']>

const papers = ['A4 third', '80 mm roll'] as const satisfies readonly ReceiptPaper[]

/** The paper chosen in this browser: its printer stays the same, whoever signs in. */
export function useReceiptPaper(): [paper: ReceiptPaper, choose: (paper: ReceiptPaper) => void] {
  const paper = usePreferences((preferences) => preferences.paper) ?? 'A4 third'
  return [paper, (chosen) => setPreferences({ paper: chosen })]
}

/** Chooses the paper of the slips. */
export function ReceiptPaperChoice() {
  const [paper, choose] = useReceiptPaper()
  const id = useId()
  return (
    <Group gap="xs">
      <Text id={id} size="sm">
        Slips on
      </Text>
      <SegmentedControl aria-labelledby={id} size="xs" data={[...papers]} value={paper} onChange={choose} />
    </Group>
  )
}
