import { canWrite, type Role } from '#domain/roles.ts'
import { useStaff } from '#web/api/session.ts'
import { Failed } from '#web/ui/states.tsx'
import { Skeleton, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import {
  AgeOfDebts,
  LargestDebts,
  MonthByClass,
  ReceivedByDay,
  ReceivedByPerson,
} from './charts-of-campus.tsx'
import { AdmittedAndLeft, TwelveMonths } from './charts-of-year.tsx'
import { FigureStrip } from './figure-strip.tsx'
import { FirstSteps } from './first-steps.tsx'
import './overview.css'
import { useOverview, type CampusFigures } from '#web/kit/use-overview.ts'

type Chart = (props: { readonly figures: CampusFigures }) => ReactNode

interface Charts {
  readonly left: readonly Chart[]
  readonly right: readonly Chart[]
}

/** The charts of each role: the clerk's day, the accountant's month, the principal's year. */
const chartsOf: Readonly<Record<Role, Charts>> = {
  write: { left: [ReceivedByDay], right: [AgeOfDebts, ReceivedByPerson] },
  readwrite: { left: [ReceivedByDay, AgeOfDebts], right: [ReceivedByPerson, MonthByClass] },
  read: { left: [TwelveMonths, AdmittedAndLeft, AgeOfDebts], right: [MonthByClass, LargestDebts] },
  admin: { left: [TwelveMonths, AdmittedAndLeft, AgeOfDebts], right: [MonthByClass, LargestDebts] },
}

const isFirstDay = ({ students, months }: CampusFigures): boolean =>
  students.active === 0 && months.every(({ charged, admitted }) => charged === 0 && admitted === 0)

interface OverviewProps {
  /** What is to do, and where to: shown above the charts at the left. */
  readonly children: ReactNode
}

/** The dashboard of a campus: its figures, what is to do, and the charts of the role. */
export function Overview({ children }: OverviewProps) {
  const { role } = useStaff()
  const { data: figures, error, refetch } = useOverview()
  const { left, right } = chartsOf[role]
  if (figures && isFirstDay(figures)) {
    return (
      <Stack gap="sm">
        {canWrite(role) && <FirstSteps />}
        {children}
      </Stack>
    )
  }
  const shown = (charts: readonly Chart[]) =>
    charts.map((Shown) =>
      figures ? (
        <Shown key={Shown.name} figures={figures} />
      ) : (
        <Skeleton key={Shown.name} height={200} radius="md" animate={false} />
      ),
    )
  return (
    <Stack gap="sm">
      {error && !figures ? (
        <Failed failure={error} retry={() => void refetch()} />
      ) : (
        <FigureStrip figures={figures} />
      )}
      <div className="overview-columns">
        <div>
          {children}
          {(figures ?? !error) && shown(left)}
        </div>
        <div>{(figures ?? !error) && shown(right)}</div>
      </div>
    </Stack>
  )
}
