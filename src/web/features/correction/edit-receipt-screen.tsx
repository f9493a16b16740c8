import { Grid, Paper } from '@mantine/core'
import { useRef } from 'react'
import { isRollNo } from '#domain/voucher-number.ts'
import { useStaff } from '#web/api/session.ts'
import { useGoBack } from '#web/kit/go-back.ts'
import { TillForm, useSingleEnter } from '#web/kit/receiving/till-form.tsx'
import { SlipPrintView, useSlipPrint } from '#web/kit/slips/use-slip-print.tsx'
import { useInitialSearch } from '#web/kit/use-initial-search.ts'
import { Screen } from '#web/ui/screen.tsx'
import { FoundReceipts } from './found-receipts.tsx'
import { LastReceipts, VoucherReceipts } from './receipt-lists.tsx'
import { useReceiptEdit } from './use-receipt-edit.ts'

const searchWords = {
  label: 'Voucher No.',
  description: "Type or scan the number of the voucher; a name finds the student's last receipts",
}

/**
 * `/receipts/individual/edit`: cancels the receipts of a voucher and enters a new one (spec 2.routes.receipts-edit,
 * spec 5.receipts.edit, decisions 3.corrections).
 */
export function EditReceiptScreen() {
  const { today } = useStaff()
  const print = useSlipPrint()
  const goBack = useGoBack()
  const staysAfterPrint = useRef(false)
  const edit = useReceiptEdit(today, (receiptToPrint) => void printAndGoBack(receiptToPrint))
  const { till, base, receipts } = edit
  useInitialSearch('edit receipt', (number) =>
    isRollNo(number) ? edit.openStudent(Number(number)) : edit.find(number),
  )
  const takeEachEnterOnce = useSingleEnter()

  async function printAndGoBack(receiptToPrint: number | null) {
    staysAfterPrint.current = false
    if (receiptToPrint === null || !(await print.receipt(receiptToPrint, 'original'))) goBack()
  }
  function leave() {
    if (!till.busy) goBack()
  }
  function printAgain(receiptNo: number) {
    staysAfterPrint.current = true
    void print.receipt(receiptNo, 'duplicate')
  }
  function printed() {
    print.close()
    if (!staysAfterPrint.current) return goBack()
    staysAfterPrint.current = false
  }

  return (
    <Screen
      title="Edit receipt"
      lead="Cancels a wrong receipt and makes the right one. Both stay on record."
      onLeave={leave}
    >
      <Grid gap="lg" onKeyDownCapture={takeEachEnterOnce}>
        <Grid.Col span={{ base: 12, md: 8 }}>
          <Paper withBorder p="md">
            <TillForm
              entry={edit}
              search={{ ...searchWords, onStudent: edit.openStudent }}
              belowSearch={edit.student !== null && <LastReceipts rollNo={edit.student} open={edit.find} />}
              ready={edit.open && !edit.refreshing}
              showsNotice={base === null || edit.open}
              onCancel={leave}
              label="Save correction"
            >
              <FoundReceipts edit={edit} />
            </TillForm>
          </Paper>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 4 }}>
          {base && receipts.length > 0 && (
            <VoucherReceipts receipts={receipts} received={base.voucher.received} onPrint={printAgain} />
          )}
        </Grid.Col>
      </Grid>
      {print.printed && <SlipPrintView printed={print.printed} onDone={printed} />}
    </Screen>
  )
}
