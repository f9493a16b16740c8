import { formatRupees, type Money } from '#domain/money.ts'

/** Paisa shown in rupees: `12,500`, `12,500.50`, or with `advance` `−500 advance`. */
export const Rupees = ({ of, advance }: { readonly of: Money; readonly advance?: boolean | undefined }) => (
  <span className="figures" style={{ whiteSpace: 'nowrap' }}>
    {formatRupees(of)}
    {advance && of < 0 ? ' advance' : ''}
  </span>
)
