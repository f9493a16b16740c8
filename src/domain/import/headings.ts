// The words of headings in English, Roman Urdu and Urdu, and the combinations that name a field.

import type { ImportField } from './import.ts'

/** The meanings of words; a heading is read as the set of its meanings. */
// prettier-ignore
export const meanings = {
  student: 'student students stud stdnt stu st pupil pupils child childs children bacha bachay bachy bache talib talibilm talba learner طالب طالبعلم طالبہ بچہ بچے بچی شاگرد',
  std: 'std',
  father: 'father fathers fther fathr f walid waalid walad valid abu abbu papa baap guardian guardians gaurdian gardian parent parents sarparast sarprast husband والد ولد والدین سرپرست باپ گارڈین',
  'father name': 'fname fathername waldiat waldiyat walidiyat valdiyat wldiat ولدیت so sodo doso sdo dso sonof daughterof guardianname parentname',
  mother: 'mother mothers m mom mum mama ammi walida waalida valida maa والدہ ماں امی',
  name: 'name names nm nam naam nama نام اسم',
  number: 'no nos num numb number numbers nbr nr نمبر نمبرز',
  id: 'id ids code codes',
  roll: 'roll rol rool rollnumber رول',
  'roll number': 'rno rn rollno',
  old: 'old previous prev earlier purana sabiqa last purani پرانی پرانا سابقہ opening op closing',
  admission: 'admission adm admn addmission admision admissn dakhla dakhila dakhlah joining joined enrolment enrollment enrolled entry داخلہ داخل',
  register: 'reg regn regis registration registeration register registered regd gr grno gen general رجسٹریشن رجسٹر computer comp',
  date: 'date dt dated tareekh tarikh tareek tarekh taarikh day تاریخ',
  birth: 'birth dob d.o.b born bday birthday paidaish pedaish paidaesh pedaesh paydaish wiladat پیدائش پیدایش ولادت',
  'date admission': 'doa doj',
  place: 'place city town jaye jae jaiye jagah jga maqam muqam جائے مقام جگہ',
  gender: 'gender gendr sex jins jinss mf fm boygirl malefemale جنس صنف',
  class: 'class clas clss cls classes grade standard jamat jamaat jammat jamait jmaat darja darjah کلاس جماعت درجہ',
  section: 'section sec sction secton سیکشن فریق سکشن',
  fee: 'fee fees feee fess fs tuition tution tuiton tuitionfee فیس ٹیوشن فیسیں',
  new: 'new revised updated naya nai nayi نئی نیا نئے',
  current: 'current present now mojuda موجودہ',
  month: 'month months mth mths mnth mnths mos mahina mahine mahinay mahinon ماہ مہینہ مہینے مہینوں',
  monthly: 'monthly mthly mahana mahaana mahwar mahwari ماہانہ ماہوار ماہواری',
  discount: 'discount discnt disc dis concession concesion concessn conc scholarship scholar rebate waiver riayat raiyat reayat رعایت ریایت چھوٹ ڈسکاؤنٹ',
  balance: 'balance balances bal blance balanc dues due baqaya baqaaya bakaya baqiya baqya baqayajat arrears arrear arears arrers outstanding pending remaining receivable receivables payable payables unpaid owed owes wajibat بقایا بقایاجات بقیہ واجبات',
  total: 'total totals net grand kul کل ٹوٹل',
  phone: 'phone phon ph phno phoneno mobile mob mobil moblie cell cel cellno tel telephone contact contacts whatsapp watsapp whatsap whats raabta rabta fone sms landline ptcl موبائل فون رابطہ واٹسایپ',
  house: 'house',
  home: 'home res resi residence residential residance ghar گھر رہائش رہائشی permanent perm postal mailing',
  office: 'office off ofice work workplace business daftar دفتر',
  shop: 'shop dukan dukaan دکان',
  cnic: 'cnic nic ncnic nicno cnicno shanakhti shanakhty shinakhti شناختی idcard قومیشناختی',
  occupation: 'occupation occuption ocupation profession job pesha peshah پیشہ ملازمت',
  address: 'address addres adress addr add pata patta پتہ پتا ایڈریس',
  religion: 'religion relegion religon mazhab mazhb مذہب دین',
  email: 'email emails mail emailid ایمیل',
} as const

/** Words without a meaning of their own. */
export const fillers =
  'of the e app ka ki ke kay ko in rs pkr rupees and or amount amt per full actual fixed sheet file ilm elm sahib sb jat card details کا کی کے کو اور روپے رقم علم صاحب جات کارڈ ہے'

/** The sets of meanings that name a field, the best set first: `father name` before `father`. */
// prettier-ignore
export const headingRules: readonly (readonly [ImportField, readonly string[]])[] = [
  ['rollNo', ['roll number', 'roll', 'student roll number', 'class roll number', 'student roll']],
  ['oldNumber', ['admission number', 'register number', 'student admission number', 'student register number', 'old roll number', 'old number',
    'old admission number', 'admission register number', 'student number', 'std number', 'old register number', 'register', 'id']],
  ['studentName', ['student name', 'std name', 'name', 'student']],
  ['fatherName', ['father name', 'student father name', 'father']],
  ['dateOfBirth', ['date birth', 'birth', 'student date birth', 'student birth']],
  ['placeOfBirth', ['place birth']],
  ['gender', ['gender', 'student gender']],
  ['studentClass', ['class', 'class name', 'std', 'class section', 'student class', 'std section', 'class std']],
  ['section', ['section', 'section name', 'student section']],
  ['monthlyFee', ['monthly fee', 'fee', 'monthly', 'student fee', 'class fee', 'std fee', 'new fee', 'new monthly fee', 'current fee', 'current monthly fee']],
  ['discount', ['discount', 'fee discount', 'monthly discount', 'monthly fee discount', 'student discount', 'new discount', 'new fee discount']],
  ['balance', ['balance', 'old balance', 'fee balance', 'old fee balance', 'monthly fee balance', 'student balance', 'monthly balance', 'total balance', 'old total balance', 'fee total balance']],
  ['admissionDate', ['date admission', 'student date admission', 'date register']],
  ['religion', ['religion', 'student religion']],
  ['address', ['address', 'home address', 'student address', 'father address', 'father home address', 'student home address', 'house address', 'home']],
  ['fatherCnic', ['father cnic', 'cnic']],
  ['fatherOccupation', ['father occupation', 'occupation']],
  ['fatherHomePhone', ['father phone', 'father home phone', 'phone', 'home phone', 'student phone']],
  ['fatherOfficePhone', ['father office phone', 'office phone', 'office', 'father office', 'shop phone', 'father shop phone']],
  ['telephone', ['mother phone']],
  ['fatherEmail', ['father email', 'email']],
]
