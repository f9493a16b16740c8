import { formatInstant, formatPrintedDate } from '#domain/calendar.ts'
import { formatDigest } from '#domain/digest.ts'
import { formatRupees } from '#domain/money.ts'
import { methodWords } from '#domain/payment-method.ts'
import { movedIn, rollForwardTotals, type ClassFigures } from '#domain/roll-forward.ts'
import { useStaff } from '#web/api/session.ts'
import { balanceText } from '#web/kit/balance-text.ts'
import './closing-sheet.css'
import { daysOf, type FiledClosing } from './filed-closing.ts'

interface ClosingSheetProps {
  readonly closing: FiledClosing
}

/** The roll-forward of a closing on A4, the same whenever it is printed, with a place to sign. */
export function ClosingSheet({
  closing: { closingNo, enteredAt, enteredByName, figures, digest },
}: ClosingSheetProps) {
  const { school, campus, name, today } = useStaff()
  return (
    <article className="closing-sheet" aria-label={`Roll-forward of closing ${closingNo}`}>
      <header>
        <div>
          <h2 dir="auto">{school.name}</h2>
          <p>
            Tax No. {school.taxNumber} · <bdi>{campus}</bdi>
          </p>
        </div>
        <div>
          <h3>Roll-forward by class</h3>
          <p>{daysOf(figures)}</p>
        </div>
      </header>
      <p>
        Closing {closingNo}, filed {formatInstant(enteredAt)} by <bdi>{enteredByName}</bdi>
      </p>
      <table>
        <thead>
          <tr>
            <th scope="col">Class</th>
            {headings.map((heading) => (
              <th key={heading} scope="col" data-figures>
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {figures.byClass.map((line) => (
            <Line key={line.studentClass} name={line.studentClass} figures={line} />
          ))}
        </tbody>
        <tfoot>
          <Line name="All classes" figures={rollForwardTotals(figures.byClass)} />
        </tfoot>
      </table>
      <p>
        Receipts {figures.receipts}, reversals {figures.reversals}
        {figures.byMethod.map(({ method, net }) => ` · ${methodWords[method].label} ${formatRupees(net)}`)}
      </p>
      {digest && <p>Digest {formatDigest(digest)}</p>}
      <footer>
        <span>Accountant</span>
        <span>Principal</span>
      </footer>
      <p className="closing-printed">
        Printed on {formatPrintedDate(today)} by <bdi>{name}</bdi>
      </p>
    </article>
  )
}

const headings = [
  'Owed at the start',
  'Brought in',
  'Charged',
  'Adjusted',
  'Received',
  'Moved between classes',
  'Owed at the end',
]

interface LineProps {
  readonly name: string
  readonly figures: ClassFigures
}

const Line = ({ name, figures }: LineProps) => (
  <tr>
    <th scope="row">{name}</th>
    <td data-figures>{balanceText(figures.opening)}</td>
    <td data-figures>{formatRupees(figures.broughtIn)}</td>
    <td data-figures>{formatRupees(figures.charged)}</td>
    <td data-figures>{formatRupees(figures.adjusted)}</td>
    <td data-figures>{formatRupees(figures.received)}</td>
    <td data-figures>{formatRupees(movedIn(figures))}</td>
    <td data-figures>{balanceText(figures.closing)}</td>
  </tr>
)
