import { formatInstant } from '#domain/calendar.ts'
import { count, formatCount } from '#domain/count.ts'
import { importKindWords } from '#domain/import.ts'
import { Facts } from '#web/ui/facts.tsx'
import { Empty } from '#web/ui/states.tsx'
import { TitledCard } from '#web/ui/titled-card.tsx'
import { Button, Group, Text } from '@mantine/core'
import { Link } from 'react-router'
import { outcomes } from './import-words.ts'
import type { Found } from './open-import.tsx'

const another = (
  <Button component={Link} to="/import" variant="default">
    Bring in another file
  </Button>
)

/** What became of an import, and where the work goes on. */
export function EndedImport({ found }: { readonly found: Found }) {
  const { importNo, what, fileName, state, counts, appliedAt } = found
  if (state === 'withdrawn') {
    return (
      <Empty
        title={`Import ${importNo} was withdrawn by the operator`}
        hint="What it brought is no longer in the books. The file can be brought in again."
        action={another}
      />
    )
  }
  const shown = counts ? outcomes.filter(({ key }) => key !== 'refused' && key !== 'warned') : []
  return (
    <TitledCard title={`Import ${importNo} is in the books`}>
      <Text role="status">
        {importKindWords[what]} from <bdi>{fileName}</bdi>, {count(found.rows, 'row')}
        {appliedAt && `, applied on ${formatInstant(appliedAt)}`}.
      </Text>
      {counts && (
        <Facts
          laidOut="line"
          facts={shown.map(({ key, label }) => ({ label, value: formatCount(counts[key]) }))}
        />
      )}
      <Group gap="sm">
        <Button component={Link} to="/student-list">
          Student list
        </Button>
        <Button component={Link} to="/generate-voucher/campus" variant="default">
          Generate campus vouchers
        </Button>
        <Button component={Link} to="/receipts/individual" variant="default">
          Receive payment
        </Button>
        {another}
      </Group>
    </TitledCard>
  )
}
