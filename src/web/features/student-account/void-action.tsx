import { ActionIcon } from '@mantine/core'
import { IconBan } from '@tabler/icons-react'
import { useState } from 'react'
import type { AccountVoucherReply } from '#contract/student-account.ts'
import { lazyDialog } from '#web/ui/lazy-dialog.tsx'

const VoidVoucherDialog = lazyDialog(
  async () => (await import('#web/kit/adjusting/void-voucher-dialog.tsx')).VoidVoucherDialog,
)
export function VoidAction({ voucher }: { readonly voucher: AccountVoucherReply }) {
  const [isOpen, setOpen] = useState(false)
  const label = `Void voucher ${voucher.voucherNo}`
  return (
    <>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={label}
        title={label}
        onClick={() => setOpen(true)}
      >
        <IconBan size={16} stroke={1.5} aria-hidden />
      </ActionIcon>
      {isOpen && <VoidVoucherDialog voucher={voucher} close={() => setOpen(false)} />}
    </>
  )
}
