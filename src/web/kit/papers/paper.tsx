import type { ReactNode } from 'react'
import { formatPrintedDate } from '#domain/calendar.ts'
import { moneyInWords } from '#domain/money-in-words.ts'
import { formatRupees, type Money } from '#domain/money.ts'
import { voucherStatusWords } from '#domain/voucher-status.ts'
import { useStaff } from '#web/api/session.ts'
import './paper.css'

interface PaperProps {
  readonly label: string
  readonly title: string
  readonly about?: ReactNode
  readonly className?: string
  readonly children: ReactNode
}

/** A paper with its head: school and campus, and the title on the right. */
export function Paper({ label, title, about, className = '', children }: PaperProps) {
  const { school, campus } = useStaff()
  return (
    <article className={`paper ${className}`} aria-label={label}>
      <header>
        <div>
          <h2 dir="auto" data-long={textSize(school.name)}>
            {school.name}
          </h2>
          <p>
            Tax No. {school.taxNumber} · <bdi>{campus}</bdi>
          </p>
        </div>
        <div>
          <h3>{title}</h3>
          {about}
        </div>
      </header>
      {children}
    </article>
  )
}

/** Classifies a text by its length: long texts are printed smaller, so that they fit completely. */
export function textSize(text: string): 'long' | 'longest' | undefined {
  if (text.length > 80) return 'longest'
  return text.length > 40 ? 'long' : undefined
}

/** A label with its value; `line` if the value takes a whole line of a slip. */
export type Fact = readonly [label: string, value: string, room?: 'line']

interface FactsProps {
  readonly of: readonly Fact[]
  /** True for amounts, which are aligned at the end of a line. */
  readonly figures?: boolean
  readonly total?: boolean
}

export const Facts = ({ of, figures, total }: FactsProps) => (
  <dl data-amounts={figures} data-total={total}>
    {of.map(([label, value, room]) => [
      <dt key={label} data-line={room === 'line' || undefined}>
        {label}
      </dt>,
      <dd key={`${label} value`} dir="auto" data-long={textSize(value)}>
        {value}
      </dd>,
    ])}
  </dl>
)

export interface PaperColumn<Row> {
  /** Empty in a table without headings. */
  readonly head: string
  readonly cell: (row: Row) => ReactNode
  readonly figures?: boolean
}

interface PaperTableProps<Row> {
  readonly label: string
  readonly columns: readonly PaperColumn<Row>[]
  /** Each with a line above its rows; none for ''. */
  readonly groups: readonly { readonly heading: string; readonly rows: readonly Row[] }[]
  readonly keyOf: (row: Row) => string | number
  readonly isSum?: (row: Row) => boolean
}

/** A table on paper. Its rows stay whole and its heads are repeated on each page. */
export function PaperTable<Row>({ label, columns, groups, keyOf, isSum }: PaperTableProps<Row>) {
  return (
    <table aria-label={label}>
      {columns.some(({ head }) => head !== '') && (
        <thead>
          <tr>
            {columns.map(({ head, figures }) => (
              <th key={head} scope="col" data-figures={figures}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
      )}
      {groups.map(({ heading, rows }, group) => (
        <tbody key={group}>
          {heading !== '' && (
            <tr data-heading>
              <th scope="rowgroup" colSpan={columns.length}>
                {heading}
              </th>
            </tr>
          )}
          {rows.map((row) => (
            <tr key={keyOf(row)} data-sum={isSum?.(row) || undefined}>
              {columns.map(({ head, cell, figures }, index) => {
                const [Cell, scope] = index === 0 ? (['th', 'row'] as const) : (['td'] as const)
                return (
                  <Cell key={`${index} ${head}`} scope={scope} data-figures={figures}>
                    {cell(row)}
                  </Cell>
                )
              })}
            </tr>
          ))}
        </tbody>
      ))}
    </table>
  )
}

export const Signatures = ({ of }: { readonly of: readonly ReactNode[] }) => (
  <footer>
    {of.map((words, index) => (
      <span key={index}>{words}</span>
    ))}
  </footer>
)

interface PrintHeadProps {
  readonly title: string
  /** The filters of the report, as text. */
  readonly about: readonly string[]
  /** The search text that narrows the table; '' for none. */
  readonly sought?: string
}

/** The head of a printed screen: school, subject, date and user. */
export function PrintHead({ title, about, sought = '' }: PrintHeadProps) {
  const { school, campus, name, today } = useStaff()
  const words = sought.trim() === '' ? about : [...about, `found by "${sought.trim()}"`]
  return (
    <div className="print-head">
      <p className="print-head-title">{title}</p>
      <p>
        <bdi>{school.name}</bdi>, <bdi>{campus}</bdi>
      </p>
      {words.length > 0 && <p>{words.join(' · ')}</p>}
      <p>
        Printed on {formatPrintedDate(today)} by <bdi>{name}</bdi>
      </p>
    </div>
  )
}

const marks = { paid: '●', overdue: '■', unpaid: '○', advance: '◆', 'to-do': '▲' }
const marked = ['paid', 'overdue', 'unpaid', 'advance', 'to-do'] as const

/** The meaning of the marks, below a printed list that has them. */
export const MarksLegend = () => (
  <p className="print-legend">
    {marked.map((status) => `${marks[status]} ${voucherStatusWords[status]}`).join(' · ')}
  </p>
)

interface SlipProps {
  readonly label: string
  readonly title: string
  readonly number: string
  /** A mark below the head, such as a cancellation; '' for none. */
  readonly mark: string
  /** True if the slip may have been printed before. */
  readonly isDuplicate?: boolean
  readonly facts: readonly Fact[]
  readonly amount: Money
  /** The balance, or the meaning of the amount. */
  readonly balance: string
  /** The act of the office and the user's name: `Received by`. */
  readonly by: readonly [act: string, name: string]
  readonly signature: string
}

/** A slip for money that was received or paid out: a third of an A4 page, or a piece of a roll. */
export const Slip = (props: SlipProps) => {
  const { label, title, number, mark, isDuplicate, facts, amount, balance, by, signature } = props
  const [act, name] = by
  return (
    <Paper
      label={label}
      title={title}
      className="slip"
      about={
        <>
          <p style={{ fontSize: '12pt', fontWeight: 700 }}>{number}</p>
          {isDuplicate && <p className="slip-mark">DUPLICATE</p>}
        </>
      }
    >
      {mark !== '' && <p className="slip-mark">{mark}</p>}
      <Facts of={facts} />
      <div className="slip-amount">
        <p style={{ fontSize: '14pt', fontWeight: 700, whiteSpace: 'nowrap' }}>Rs {formatRupees(amount)}</p>
        <p>{moneyInWords(amount)}</p>
        <p style={{ fontWeight: 700, gridColumn: '1 / -1' }}>{balance}</p>
      </div>
      <Signatures
        of={[
          <span key="by" data-long={textSize(name)}>
            {act} <bdi>{name}</bdi>
          </span>,
          signature,
        ]}
      />
    </Paper>
  )
}
