import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import type { ListedVoucher } from '#contract/posting.ts'
import { agree, count } from '#domain/count.ts'
import { studentColumns } from '#web/kit/drawn-columns.tsx'
import { DataTable } from '#web/ui/data-table.tsx'
import type { Column } from '#web/ui/table-columns.ts'

/** A voucher that is not moved with the others, and the reason. */
export interface StayingVoucher extends ListedVoucher {
  readonly why: string
}

/** Longer lists start collapsed. */
const maxExpandedRows = 6

const columns: readonly Column<StayingVoucher>[] = [
  {
    key: 'voucherNo',
    heading: 'Voucher No.',
    width: 190,
    cell: ({ voucherNo }) => voucherNo,
    sortBy: ({ voucherNo }) => voucherNo,
  },
  studentColumns.studentName,
  studentColumns.fatherName,
  studentColumns.studentClass,
  studentColumns.section,
  studentColumns.rollNo,
  {
    key: 'why',
    heading: 'Why it stays posted',
    width: 260,
    cell: ({ why }) => why,
    sortBy: ({ why }) => why,
  },
]

interface Props {
  /** `November 2026`. */
  readonly month: string
  readonly staying: readonly StayingVoucher[]
}

/** The month's vouchers that stay posted, by name, each with its reason. */
export function StayingVouchers({ month, staying }: Props) {
  const [userChoice, setUserChoice] = useState<boolean | null>(null)
  const open = userChoice ?? staying.length <= maxExpandedRows
  return (
    <div>
      <Group gap="sm" mb={open ? 'xs' : 0}>
        <Text c="dimmed">
          {count(staying.length, 'voucher')} of {month} {agree(staying.length, 'stays', 'stay')} posted.
        </Text>
        <Button size="xs" variant="default" aria-expanded={open} onClick={() => setUserChoice(!open)}>
          {open ? 'Hide them' : 'Show them'}
        </Button>
      </Group>
      {open && (
        <DataTable
          label="Vouchers that stay posted"
          columns={columns}
          rows={staying}
          rowKey={({ voucherNo }) => voucherNo}
        />
      )}
    </div>
  )
}
