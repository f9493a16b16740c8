import { SegmentedControl } from '@mantine/core'
import { setPreferences, usePreferences, type Preferences } from '#web/api/preferences.ts'

/** The paper of slips: a third of an A4 page, or a roll of a till printer. */
export type SlipPaper = NonNullable<Preferences['paper']>

const papers = [
  { value: 'A4 third', label: 'A4 (3 per page)' },
  { value: '80 mm roll', label: '80 mm roll' },
] as const satisfies readonly { value: SlipPaper; label: string }[]

/** Stored in the browser, because its printer is the same for every user. */
export function useSlipPaper(): [paper: SlipPaper, choose: (paper: SlipPaper) => void] {
  const paper = usePreferences((preferences) => preferences.paper) ?? 'A4 third'
  return [paper, (chosen) => setPreferences({ paper: chosen })]
}

export function SlipPaperChoice() {
  const [paper, choose] = useSlipPaper()
  return (
    <SegmentedControl aria-label="Slip paper" size="xs" data={[...papers]} value={paper} onChange={choose} />
  )
}
