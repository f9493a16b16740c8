import { ActionIcon, Button, Group } from '@mantine/core'
import { IconCash, IconDots, IconPrinter } from '@tabler/icons-react'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { personalData } from '#contract/erasure.ts'
import { advanceOf, debtOf } from '#domain/adjustment.ts'
import { canManage, canWrite } from '#domain/roles.ts'
import { download } from '#web/api/download.ts'
import { useStaff } from '#web/api/session.ts'
import { printVoucherAddress, receiveAddress } from '#web/kit/list-addresses.ts'
import type { StudentAccount } from '#web/kit/student-account.ts'
import { useTellFailure } from '#web/kit/use-tell-failure.ts'
import { lazyDialog } from '#web/ui/load-once.ts'
import { MenuButton } from '#web/ui/popup-button.tsx'
import type { MenuEntry } from '#web/ui/popups.tsx'
import { useScreenKeys, type ScreenKey } from '#web/ui/screen-keys.ts'

const dialogs = () => import('#web/kit/adjusting/account-dialogs.tsx')
const DebtDialog = lazyDialog(dialogs, (file) => file.DebtDialog)
const RefundDialog = lazyDialog(dialogs, (file) => file.RefundDialog)
const TransferDialog = lazyDialog(dialogs, (file) => file.TransferDialog)

interface ActionProps {
  readonly student: StudentAccount
}

/** The actions for the student, also by key; each link opens its screen with this student. */
export function StudentActions({ student }: ActionProps) {
  const { studentData, balance, vouchers } = student
  const { rollNo, state } = studentData
  const atSchool = state === 'active'
  const writer = canWrite(useStaff().role)
  const latest = vouchers.at(-1)
  const receive = receiveAddress(rollNo)
  const print = latest && printVoucherAddress(latest.voucherNo)
  const navigate = useNavigate()
  const key = (letter: string, label: string, path: string | false | undefined): readonly ScreenKey[] =>
    path && writer ? [{ key: letter, label, run: () => void navigate(path) }] : []
  useScreenKeys([
    ...key('r', 'Receive', receive),
    ...key('p', 'Print voucher', print),
    ...key('e', 'Edit', atSchool && `/edit-admissions?roll=${rollNo}`),
  ])
  return (
    <Group gap="xs" className="no-print">
      {writer && (atSchool || balance > 0) && (
        <Button component={Link} to={receive} leftSection={<IconCash size={16} aria-hidden />}>
          Receive
        </Button>
      )}
      {writer && atSchool && print !== undefined && (
        <Button
          variant="default"
          component={Link}
          to={print}
          leftSection={<IconPrinter size={16} aria-hidden />}
        >
          Print voucher
        </Button>
      )}
      <Button variant="default" onClick={() => window.print()}>
        Print account
      </Button>
      {writer && <MoreActions student={student} />}
    </Group>
  )
}

function MoreActions({ student: { balance, family, studentData } }: ActionProps) {
  const { rollNo, state } = studentData
  const { role } = useStaff()
  const tellFailure = useTellFailure()
  const [adjusting, setAdjusting] = useState<'debt' | 'refund' | 'transfer' | null>(null)
  const dialog = { rollNo, balance, close: () => setAdjusting(null) }
  const debt = debtOf(balance)
  const advance = advanceOf(balance)
  const link = (path: string, label: string) => ({ label, to: `${path}?roll=${rollNo}` })
  // Record and fees change only while the student is at school (decisions 4.states).
  const whileAtSchool = (...entries: readonly MenuEntry[]) => (state === 'active' ? entries : [])
  const saveAll = () => download(personalData, { params: { rollNo } }).catch(tellFailure)
  return (
    <>
      <MenuButton
        position="bottom-end"
        button={
          <ActionIcon variant="default" size={36} aria-label="More actions">
            <IconDots size={18} aria-hidden />
          </ActionIcon>
        }
        entries={[
          ...whileAtSchool(
            link('/edit-admissions', 'Edit'),
            link('/edit-vouchers', 'Edit voucher'),
            link('/student-fee-change', 'Change fee'),
            link('/generate-voucher/student', 'Generate voucher'),
          ),
          link('/receipts/individual/edit', 'Edit receipt'),
          ...(debt > 0 ? [{ label: 'Write off or waive…', onPress: () => setAdjusting('debt') }] : []),
          ...(advance > 0
            ? [
                { label: 'Pay back an advance…', onPress: () => setAdjusting('refund') },
                { label: 'Transfer an advance…', onPress: () => setAdjusting('transfer') },
              ]
            : []),
          // The school's data about a student as a file for the family.
          ...(canManage(role) ? [{ label: 'Save all data (Excel)', onPress: () => void saveAll() }] : []),
          ...whileAtSchool(link('/additional-charges', 'Additional charges'), {
            ...link('/student-removal', 'Remove'),
            removes: true,
          }),
        ]}
      />
      {adjusting === 'debt' && <DebtDialog {...dialog} debt={debt} />}
      {adjusting === 'refund' && <RefundDialog {...dialog} advance={advance} />}
      {adjusting === 'transfer' && <TransferDialog {...dialog} advance={advance} family={family} />}
    </>
  )
}
