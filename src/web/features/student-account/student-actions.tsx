import type { StudentState } from '#domain/student.ts'
import { canWrite } from '#domain/roles.ts'
import { useStaff } from '#web/api/session.ts'
import { Button, Group } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { Link } from 'react-router'

interface Props {
  readonly rollNo: number
  readonly state: StudentState
}

/** Jobs on the record and fees of a child who is at school; the account stays receivable for all (decisions 4.states). */
const whileAtSchool = [
  { path: '/edit-admissions', label: 'Edit' },
  { path: '/student-fee-change', label: 'Change fee' },
  { path: '/generate-voucher/student', label: 'Generate voucher' },
  { path: '/edit-vouchers', label: 'Edit voucher' },
  { path: '/student-removal', label: 'Remove' },
] as const

/** What can be done for the student on the page: each leads to its screen with the student named. */
export function StudentActions({ rollNo, state }: Props) {
  const { role } = useStaff()
  const writer = canWrite(role)
  return (
    <Group gap="sm" className="no-print">
      {writer && (
        <Button component={Link} to={`/receipts/individual?roll=${rollNo}`}>
          Receive
        </Button>
      )}
      {writer &&
        state === 'active' &&
        whileAtSchool.map(({ path, label }) => (
          <Button key={path} variant="default" component={Link} to={`${path}?roll=${rollNo}`}>
            {label}
          </Button>
        ))}
      <Button
        variant="default"
        leftSection={<IconPrinter size={16} aria-hidden />}
        onClick={() => window.print()}
      >
        Print
      </Button>
    </Group>
  )
}
