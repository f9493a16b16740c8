import { useEffect, useRef, type ReactNode } from 'react'

const steps = [
  { name: 'file', words: 'File' },
  { name: 'columns', words: 'Columns' },
  { name: 'questions', words: 'Questions' },
  { name: 'check', words: 'Dry run' },
] as const

export type StepName = (typeof steps)[number]['name']

interface ImportStepsProps {
  readonly step: StepName
  /** Goes back to a step that is done; steps without it are only shown. */
  readonly open?: Readonly<Partial<Record<StepName, () => void>>>
}

/** A step as it is named on the screen. */
export const stepWords = (name: StepName): string => steps.find((step) => step.name === name)?.words ?? ''

/** The steps of an import, with the one that is at hand. */
export const ImportSteps = ({ step: current, open = {} }: ImportStepsProps) => (
  <nav className="import-steps" aria-label="The import, step by step">
    <ol>
      {steps.map(({ name, words }, place) => {
        const go = name === current ? undefined : open[name]
        const label = (
          <>
            <span className="import-steps-number">{place + 1}</span> {words}
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
  readonly label: string
  /** Takes the width of the window. */
  readonly wide?: boolean
  readonly children: ReactNode
}

/** The part of the screen that changes with the step; it takes the focus that the part before it had. */
export function StepFrame({ label, wide, children }: StepFrameProps) {
  const frame = useRef<HTMLDivElement>(null)
  useEffect(() => {
    window.scrollTo(0, 0)
    if (document.activeElement === document.body) frame.current?.focus({ preventScroll: true })
  }, [label])
  return (
    <div
      ref={frame}
      role="group"
      aria-label={label}
      tabIndex={-1}
      className="import-step"
      data-wide={wide || undefined}
    >
      {children}
    </div>
  )
}
