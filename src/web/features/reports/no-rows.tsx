import { Button } from '@mantine/core'
import {
  addMonths,
  firstOfMonth,
  formatMonth,
  lastOfMonth,
  monthOf,
  parseMonth,
  parseTypedDate,
  type Month,
} from '#domain/calendar.ts'
import { pluralOf } from '#domain/count.ts'
import type { Report } from '#reports/report.ts'
import { Empty, Failed } from '#web/ui/states.tsx'
import type { FilterValues } from './report-form.tsx'
import type { InsteadOfRows } from './use-report.ts'

/** The month of a list, or the month that two dates span; null for any other days. */
function wholeMonth({ fromDate = '', toDate = '', month: ofList = '' }: FilterValues): Month | null {
  const listed = parseMonth(ofList)
  if (listed) return listed
  const from = parseTypedDate(fromDate)
  const month = from && monthOf(from)
  return month && firstOfMonth(month) === from && lastOfMonth(month) === toDate ? month : null
}

interface NothingFoundProps {
  readonly report: Report
  readonly values: FilterValues
  readonly showMonth: (month: Month) => void
}

/** An empty report: for a whole month, the month before is one press away. */
export function NothingFound({ report, values, showMonth }: NothingFoundProps) {
  const { none } = report.words
  const month = wholeMonth(values)
  const before = month && addMonths(month, -1)
  const own = 'title' in none ? none : { title: none.alert, hint: undefined }
  return (
    <div className="report-wide">
      <Empty
        title={month ? `No ${pluralOf(report.noun)} for ${formatMonth(month)}` : own.title}
        hint={own.hint}
        action={
          before && (
            <Button variant="default" size="compact-md" mt="xs" onClick={() => showMonth(before)}>
              Show {formatMonth(before)}
            </Button>
          )
        }
      />
    </div>
  )
}

interface NoRowsProps {
  readonly report: Report
  readonly instead: InsteadOfRows | null
  readonly list: () => void
}

/** Shown in place of the table: the number of rows if there are very many, a failure, or how to list them. */
export function NoRows({ report, instead, list }: NoRowsProps) {
  if (instead && 'failure' in instead)
    return (
      <div className="report-wide">
        <Failed failure={instead.failure} retry={list} />
      </div>
    )
  return (
    <div className="report-wide">
      <Empty
        title={instead ? instead.many : `The ${pluralOf(report.noun)} are not listed yet`}
        action={
          <Button variant="default" size="compact-md" mt="xs" onClick={list}>
            {instead ? 'List them all' : 'List them'}
          </Button>
        }
      />
    </div>
  )
}
