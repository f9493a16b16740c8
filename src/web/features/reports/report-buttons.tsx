import type { StudentKind } from '#domain/report-columns.ts'
import { Button } from '@mantine/core'

interface Props {
  /** Whether the filters are such that nothing can be asked for. */
  readonly wrong: boolean
  readonly onGenerate: (kind: StudentKind) => void
  readonly onCancel: () => void
}

/** A fee report's buttons, one for each kind of students; the first is the form's own (spec 2.fee-record.buttons). */
export const ReportButtons = ({ wrong, onGenerate, onCancel }: Props) => (
  <>
    <Button type="submit" disabled={wrong}>
      Generate Report for Regular
    </Button>
    <Button variant="default" disabled={wrong} onClick={() => onGenerate('removed')}>
      Generate Report for students left
    </Button>
    <Button variant="default" disabled={wrong} onClick={() => onGenerate('all')}>
      Generate Report for both
    </Button>
    <Button variant="default" onClick={onCancel}>
      Cancel
    </Button>
  </>
)
