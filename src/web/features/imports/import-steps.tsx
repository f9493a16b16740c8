import { useEffect, useRef, type ReactNode } from 'react'

const steps = { file: 'File', columns: 'Columns', questions: 'Questions', check: 'Check' } as const

export type StepName = keyof typeof steps

interface ImportStepsProps {
  readonly step: StepName
  /** Opens a completed step. A step without such a function is only shown. */
  readonly open?: Readonly<Partial<Record<string, () => void>>>
}

export const ImportSteps = ({ step: current, open = {} }: ImportStepsProps) => (
  <nav className="import-steps" aria-label="The import, step by step">
    <ol>
      {Object.entries(steps).map(([name, words], index) => {
        const go = name === current ? undefined : open[name]
        const label = (
          <>
            <span className="import-steps-number">{index + 1}</span> {words}
          </>
        )
        return (
          <li key={name} aria-current={name === current ? 'step' : undefined}>
            {go ? (
              <button type="button" onClick={go}>
                {label}
              </button>
            ) : (
              <span>{label}</span>
            )}
          </li>
        )
      })}
    </ol>
  </nav>
)

interface StepFrameProps {
  /** Null if the import has ended. */
  readonly step: StepName | null
  readonly children: ReactNode
}

/** The part of the screen that changes with the step. It takes over the focus of the previous step. */
export function StepFrame({ step, children }: StepFrameProps) {
  const frame = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const area = frame.current?.closest('main')
    if (area) area.scrollTop = 0
    if (document.activeElement === document.body) frame.current?.focus({ preventScroll: true })
  }, [step])
  return (
    <div
      ref={frame}
      role="group"
      aria-label={step === null ? 'Done' : steps[step]}
      tabIndex={-1}
      className="import-step"
      data-wide={step === 'check' || undefined}
    >
      {children}
    </div>
  )
}
