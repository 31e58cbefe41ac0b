"""Sends the letter to a family: python3 send.py NUMBER. Kwame"""
import os
import smtplib
import sys
from email.message import EmailMessage

os.chdir(os.path.dirname(os.path.abspath(__file__)))
family, address = open('families.csv').read().split('\n')[int(sys.argv[1]) - 1].split(',')
mail = EmailMessage()
mail['From'] = 'j.ballard@hollybank-school.example'
mail['To'] = address
mail['Subject'] = 'Fellside, your place'
mail.set_content(open('letter.txt').read())
server = smtplib.SMTP('smtp.example.org', 25, timeout=20)
server.send_message(mail)
server.quit()
print('Sent to', family)
