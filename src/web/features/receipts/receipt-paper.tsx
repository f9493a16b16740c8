import { useDraft } from '#web/api/drafts.ts'
import { Group, SegmentedControl, Text } from '@mantine/core'
import { useId } from 'react'

/** What a slip is printed on: a third of an A4 page, or a roll of a till printer. */
export type ReceiptPaper = 'A4 third' | '80 mm roll'

const papers = ['A4 third', '80 mm roll'] as const satisfies readonly ReceiptPaper[]

/** The paper chosen; kept as long as the clerk's drafts are, for the browser keeps no more than decisions §5 names. */
export function useReceiptPaper(): [paper: ReceiptPaper, choose: (paper: ReceiptPaper) => void] {
  const [paper, choose] = useDraft<ReceiptPaper>('receipt paper', () => 'A4 third')
  return [paper, choose]
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
