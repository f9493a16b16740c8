import { describe, expect, it } from 'vitest'
import { covers } from '#test/covers.ts'
import { classes, genders, sections } from './school.ts'

describe('the lists of the school', () => {
  it('have 14 classes, from Play Group to 10 and then Hifz', () => {
    covers('spec 3.lists.classes', 'spec 9.constants.lists')

    expect(classes).toHaveLength(14)
    expect(classes.join(', ')).toBe('Play Group, Nursery, Prep, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, Hifz')
  })

  it('have six sections and three genders', () => {
    covers('spec 3.student.gender', 'spec 3.lists.sections', 'spec 9.constants.lists')

    expect(sections.join(', ')).toBe('Red, Green, Blue, Pink, Rose, Hifz')
    expect(genders.join(', ')).toBe('male, female, other')
  })
})
