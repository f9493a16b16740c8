import { firstOfMonth, lastOfMonth, type CalendarDate, type Month, type Period } from '#domain/calendar.ts'
import { voucherDates } from '#domain/voucher.ts'

/** The dates of a new voucher in a form; `''` if missing. */
export interface FormDates {
  readonly fromDate: CalendarDate | ''
  readonly toDate: CalendarDate | ''
  readonly issueDate: CalendarDate | ''
  readonly dueDate: CalendarDate | ''
}

const asForm = ({ periodFrom, periodTo, issueDate, dueDate }: ReturnType<typeof voucherDates>) => ({
  fromDate: periodFrom,
  toDate: periodTo,
  issueDate,
  dueDate,
})

/** Returns the dates of a voucher issued today, due in 10 days, for the current month (spec 5.new-admission.dates). */
export const defaultDates = (today: CalendarDate) => asForm(voucherDates({}, today))

export const wholeMonth = (month: Month) => ({ fromDate: firstOfMonth(month), toDate: lastOfMonth(month) })

/** Returns the period; '' while a date is missing. */
export const periodOf = ({ fromDate, toDate }: Pick<FormDates, 'fromDate' | 'toDate'>): Period | '' =>
  fromDate && toDate ? { from: fromDate, to: toDate } : ''

/** Moves a due date to the issue date and a period's end to its start if they are earlier (spec 5.new-admission). */
export function inOrder(dates: FormDates): FormDates {
  const { fromDate, toDate, issueDate, dueDate } = dates
  return {
    ...dates,
    ...(fromDate &&
      toDate && { toDate: voucherDates({ periodFrom: fromDate, periodTo: toDate }, fromDate).periodTo }),
    ...(issueDate && dueDate && { dueDate: voucherDates({ issueDate, dueDate }, issueDate).dueDate }),
  }
}
