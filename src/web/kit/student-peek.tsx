import { ActionIcon, Anchor, Button, Group, Text, Title } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { Link } from 'react-router'
import { formatDate, formatMonth } from '#domain/calendar.ts'
import { canWrite } from '#domain/roles.ts'
import { useStaff } from '#web/api/session.ts'
import { Failed, Loading } from '#web/ui/states.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'
import { useCancelKey } from '#web/ui/use-cancel-key.ts'
import { balanceText } from './balance-text.ts'
import { printVoucherAddress, receiveAddress } from './list-addresses.ts'
import {
  draftWords,
  lateWords,
  rupeesText,
  useStudentAccount,
  type StudentAccount,
} from './student-account.ts'
import { StudentLink } from './student-link.tsx'
import { telephoneLink } from './telephone-link.ts'
import './student-peek.css'

interface StudentPeekProps {
  readonly rollNo: number
  readonly close: () => void
}

/** A student's balance, unpaid months, phone and actions. The list keeps the focus; Escape closes the panel. */
export function StudentPeek({ rollNo, close }: StudentPeekProps) {
  const { data, error, refetch } = useStudentAccount(rollNo)
  useCancelKey(true, close)
  return (
    <aside className="student-peek no-print" aria-label="Student" data-popup>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={32}
        className="student-peek-close"
        aria-label="Close"
        onClick={close}
      >
        <IconX size={16} aria-hidden />
      </ActionIcon>
      {error && <Failed failure={error} retry={() => void refetch()} />}
      {!data && !error && <Loading label="Loading…" />}
      {data && <StudentDetails student={data} />}
    </aside>
  )
}

const StudentDetails = ({ student }: { readonly student: StudentAccount }) => {
  const { studentName, rollNo, studentClass, section, fatherName, fatherHomePhone } = student.studentData
  return (
    <div role="status">
      <Title order={2} pe={32}>
        <StudentLink rollNo={rollNo}>{studentName}</StudentLink>
      </Title>
      <Text c="dimmed">
        Roll No. {rollNo} · Class {studentClass} {section} · f. <bdi>{fatherName}</bdi>
      </Text>
      {fatherHomePhone !== '' && (
        <Anchor href={telephoneLink(fatherHomePhone)} inherit>
          {fatherHomePhone}
        </Anchor>
      )}
      <Balance student={student} />
      <Unpaid student={student} />
      <Links student={student} />
    </div>
  )
}

function Balance({ student }: { readonly student: StudentAccount }) {
  const { today } = useStaff()
  const { balance, dueSince } = student
  const late = dueSince && lateWords(dueSince, today)
  const draft = draftWords(student)
  return (
    <Group gap="sm" mt="md" align="center">
      <Text className="student-peek-balance figures">
        {balance > 0 ? rupeesText(balance) : balance < 0 ? balanceText(balance) : 'No dues.'}
      </Text>
      {balance > 0 && late !== null && <StatusChip kind="overdue">{late}</StatusChip>}
      {draft !== null && <StatusChip kind="to-do">{draft}</StatusChip>}
    </Group>
  )
}

const Unpaid = ({ student: { unpaid } }: { readonly student: StudentAccount }) =>
  unpaid.length > 0 && (
    <ul className="student-peek-unpaid">
      {unpaid.map(({ voucherNo, year, month, dueDate, unpaid: amount }) => (
        <li key={voucherNo}>
          <span>
            {formatMonth({ year, month })} <small>due {formatDate(dueDate)}</small>
          </span>
          <span className="figures">{rupeesText(amount)}</span>
        </li>
      ))}
    </ul>
  )

function Links({ student: { studentData, balance, vouchers } }: { readonly student: StudentAccount }) {
  const { role } = useStaff()
  const { rollNo } = studentData
  const latest = vouchers.at(-1)
  if (!canWrite(role)) return null
  return (
    <Group gap="sm" mt="md">
      {balance > 0 && (
        <Button component={Link} to={receiveAddress(rollNo)}>
          Receive
        </Button>
      )}
      {latest && (
        <Button variant="default" component={Link} to={printVoucherAddress(latest.voucherNo)}>
          Print voucher
        </Button>
      )}
    </Group>
  )
}
