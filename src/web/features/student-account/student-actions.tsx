import type { StudentState } from '#domain/student.ts'
import { canWrite } from '#domain/roles.ts'
import { useStaff } from '#web/api/session.ts'
import { printVoucherAddress } from '#web/kit/list-addresses.ts'
import { useScreenKeys, type ScreenKey } from '#web/ui/screen-keys.ts'
import { ActionIcon, Button, Group, Menu } from '@mantine/core'
import { IconCash, IconDots, IconPrinter } from '@tabler/icons-react'
import { Link, useNavigate } from 'react-router'

/** The counter with the student found. */
export const receivePath = (rollNo: number): string => `/receipts/individual?roll=${rollNo}`

interface ActionLink {
  readonly path: string
  readonly label: string
}

/** The record and the fees change while the student is at school only; receipts can always be corrected (decisions 4.states). */
const whileAtSchool: readonly ActionLink[] = [
  { path: '/edit-admissions', label: 'Edit' },
  { path: '/edit-vouchers', label: 'Edit voucher' },
  { path: '/student-fee-change', label: 'Change fee' },
  { path: '/generate-voucher/student', label: 'Generate voucher' },
]
const always: readonly ActionLink[] = [{ path: '/receipts/individual/edit', label: 'Edit receipt' }]
const charges: ActionLink = { path: '/additional-charges', label: 'Additional charges' }

interface StudentActionsProps {
  readonly rollNo: number
  readonly state: StudentState
  /** The latest voucher; null where there is none. */
  readonly voucherNo: string | null
}

/** What can be done for the student on the page; each link leads to a screen with the student named. */
export function StudentActions({ rollNo, state, voucherNo }: StudentActionsProps) {
  const { role } = useStaff()
  const writer = canWrite(role)
  useActionKeys({ rollNo, state, voucherNo }, writer)
  return (
    <Group gap="xs" className="no-print">
      {writer && (
        <Button component={Link} to={receivePath(rollNo)} leftSection={<IconCash size={16} aria-hidden />}>
          Receive
        </Button>
      )}
      {writer && voucherNo !== null && (
        <Button
          variant="default"
          component={Link}
          to={printVoucherAddress(voucherNo)}
          leftSection={<IconPrinter size={16} aria-hidden />}
        >
          Print voucher
        </Button>
      )}
      <Button variant="default" onClick={() => window.print()}>
        Print account
      </Button>
      {writer && <MoreActions rollNo={rollNo} state={state} />}
    </Group>
  )
}

function MoreActions({ rollNo, state }: Omit<StudentActionsProps, 'voucherNo'>) {
  const atSchool = state === 'active'
  const item = ({ path, label }: ActionLink) => (
    <Menu.Item key={path} component={Link} to={`${path}?roll=${rollNo}`}>
      {label}
    </Menu.Item>
  )
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="default" size={36} aria-label="More actions">
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {(atSchool ? [...whileAtSchool, ...always, charges] : always).map(item)}
        {atSchool && <Menu.Divider />}
        {atSchool && (
          <Menu.Item component={Link} to={`/student-removal?roll=${rollNo}`} c="var(--portal-overdue)">
            Remove
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}

function useActionKeys({ rollNo, state, voucherNo }: StudentActionsProps, writer: boolean): void {
  const navigate = useNavigate()
  const to = (key: string, label: string, path: string): ScreenKey => ({
    key,
    label,
    run: () => void navigate(path),
  })
  useScreenKeys([
    ...(writer ? [to('r', 'Receive', receivePath(rollNo))] : []),
    ...(writer && voucherNo !== null ? [to('p', 'Print voucher', printVoucherAddress(voucherNo))] : []),
    ...(writer && state === 'active' ? [to('e', 'Edit', `/edit-admissions?roll=${rollNo}`)] : []),
  ])
}
